"""The guided path in English: chapters in order, and the steps that are worth showing to others."""

from explorer.content.en.chapters import maps, past_trained_length, positions, rows, tokens, waves
from explorer.content.guided_path import Path, StepId

PATH = Path(tuple(module.CHAPTER for module in (tokens, rows, positions, waves, past_trained_length, maps)))

SHOW_SOMEBODY = {
    StepId(1, 1): "their name, as a model gets it",
    StepId(2, 5): "their own words, as training brings them together",
    StepId(3, 2): "what a model looks back at",
    StepId(5, 2): "what a model writes past its trained length",
    StepId(6, 1): "neighbours that only look near",
}
"""Steps worth showing to others, with what they will see."""
NAMED = StepId(1, 1)
"""The one among them whose text is theirs to type: their name."""
