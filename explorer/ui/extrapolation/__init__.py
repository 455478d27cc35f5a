"""The parts of the Extrapolation page, one module each; `encoding_controls` and `model_summary` are shared.

`loss_by_length` and `live_training` belong to `loss_by_position`. All but the training show the shipped runs; what they
say comes from `explorer.training.findings`.
"""
