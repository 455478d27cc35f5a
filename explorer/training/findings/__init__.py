"""Findings of the shipped runs, as numbers and sentences; the raw results are in `results`.

`losses` (by position and by length), `loss_on_new_rows` (a table read past its end), `tasks`, `loss_by_training_steps`,
`model_facts` (sizes and training) and `probes` (a model's information about positions).
"""
