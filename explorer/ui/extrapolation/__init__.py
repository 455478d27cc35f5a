"""The parts of the Extrapolation page, one module each; `encoding_controls` and `model_summary` are shared.

All but `training` and the slider of `tasks` show the shipped runs; what they say comes from
`explorer.training.findings`.
"""
