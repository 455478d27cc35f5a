"""What the shipped runs say, as numbers and as sentences made from them; the numbers themselves are in `results`.

`losses` (by position and by length), `rows` (a table read past its end), `tasks`, `training_budget`, `model_facts`
(what was trained) and `probes` (what a model has of its positions).
"""
