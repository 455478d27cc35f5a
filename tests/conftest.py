"""Hypothesis without a clock: a deadline would measure how busy the machine is, not whether the code is right."""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
