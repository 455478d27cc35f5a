"""The guided path in English: its chapters in order, and the step where each of seven questions is answered."""

from explorer.content.en import page_questions
from explorer.content.en.chapters import costs, lengths, maps, positions, rows, tokens, waves
from explorer.content.former_names import STEPS
from explorer.content.guide import Path, Place

PATH = Path(tuple(module.CHAPTER for module in (tokens, rows, positions, waves, maps, lengths, costs)), STEPS)

ANSWERED = {
    page_questions.TABLE_SIZE: (Place(7, 1),),
    page_questions.ROW_464: (Place(2, 2),),
    page_questions.WHY_POSITIONS: (Place(3, 1), Place(3, 2)),
    page_questions.WHY_TWO_WAVES: (Place(4, 3),),
    page_questions.FLAT_PICTURE: (Place(5, 2), Place(5, 3)),
    page_questions.TOO_LONG: (
        Place(6, 1),
        Place(6, 3),
    ),
    page_questions.LEARNERS: (Place(7, 2), Place(7, 4)),
}
"""The questions that the path answers, and the steps that do."""

SHOW_SOMEBODY = {
    Place(1, 2): "their name, cut into tokens",
    Place(6, 2): "what a model writes past its trained length",
    Place(3, 2): "one word at twelve positions",
    Place(3, 4): "a name that needs its positions",
    Place(5, 4): "neighbours that only look near",
}
"""What is worth showing to somebody who has not walked the path, each with what they will see."""
