"""The parts of the Extrapolation page: row, position, length, ways, tasks, why, budget, train.

All but `train` and the slider of `tasks` show the shipped runs; what they say comes from `explorer.training.findings`.
"""
