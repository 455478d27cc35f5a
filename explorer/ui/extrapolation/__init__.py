"""The parts of the Extrapolation page, one module each; `model_summary` is shared.

`loss_by_length` and `live_training` belong to `loss_by_position`. All but the training show the shipped runs; what they
say comes from `explorer.training.findings`.
"""
