"""The guided path in English: chapters in order, and the steps that answer each of the seven questions."""

from explorer.content.en import shared_page_questions
from explorer.content.en.chapters import maps, memory_and_gradients, past_trained_length, positions, rows, tokens, waves
from explorer.content.guided_path import Path, StepId
from explorer.content.migrate_old_links import STEPS

_CHAPTERS = (tokens, rows, positions, waves, maps, past_trained_length, memory_and_gradients)
PATH = Path(tuple(module.CHAPTER for module in _CHAPTERS), STEPS)

ANSWERED = {
    shared_page_questions.TABLE_SIZE: (StepId(7, 1),),
    shared_page_questions.ROW_464: (StepId(2, 2),),
    shared_page_questions.WHY_POSITIONS: (StepId(3, 1), StepId(3, 2)),
    shared_page_questions.WHY_TWO_WAVES: (StepId(4, 3),),
    shared_page_questions.FLAT_PICTURE: (StepId(5, 2), StepId(5, 3)),
    shared_page_questions.TOO_LONG: (
        StepId(6, 1),
        StepId(6, 3),
    ),
    shared_page_questions.LEARNERS: (StepId(7, 2), StepId(7, 4)),
}
"""The path's seven questions, with the steps that answer them."""

SHOW_SOMEBODY = {
    StepId(1, 2): "their name, as a model gets it",
    StepId(2, 5): "“cat” and “dog”, as training brings them together",
    StepId(3, 4): "what a model looks back at",
    StepId(5, 3): "neighbours that only look near",
    StepId(6, 2): "what a model writes past its trained length",
}
"""Steps worth showing to others, with what they will see."""
NAMED = StepId(1, 2)
"""The one among them whose text is theirs to type: their name."""
