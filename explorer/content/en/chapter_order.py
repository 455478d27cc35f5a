"""The guided path in English: chapters in order, and the steps that answer each of the questions for the next day."""

from explorer.content.en import shared_page_questions
from explorer.content.en.chapters import maps, past_trained_length, positions, rows, tokens, waves
from explorer.content.guided_path import Path, StepId

PATH = Path(tuple(module.CHAPTER for module in (tokens, rows, positions, waves, past_trained_length, maps)))

ANSWERED = {
    shared_page_questions.PIECE: (StepId(1, 1), StepId(1, 3)),
    shared_page_questions.ROW: (StepId(2, 1),),
    shared_page_questions.MEANING: (StepId(2, 4), StepId(2, 5)),
    shared_page_questions.WHY_POSITIONS: (StepId(3, 1), StepId(3, 2)),
    shared_page_questions.WHY_TWO_WAVES: (StepId(4, 1),),
    shared_page_questions.TOO_LONG: (StepId(5, 1), StepId(5, 2)),
    shared_page_questions.FLAT_PICTURE: (StepId(6, 1),),
}
"""The path's questions for the next day, with the steps that answer them."""

SHOW_SOMEBODY = {
    StepId(1, 1): "their name, as a model gets it",
    StepId(2, 5): "their own words, as training brings them together",
    StepId(3, 3): "what a model looks back at",
    StepId(5, 2): "what a model writes past its trained length",
    StepId(6, 1): "neighbours that only look near",
}
"""Steps worth showing to others, with what they will see."""
NAMED = StepId(1, 1)
"""The one among them whose text is theirs to type: their name."""
