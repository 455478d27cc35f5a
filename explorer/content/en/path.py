"""The guided path in English: its chapters in order, and the step where each of seven questions is answered."""

from explorer.content.en.chapters import costs, lengths, maps, positions, rows, tokens, waves
from explorer.content.guide import Path, Place

PATH = Path(tuple(module.CHAPTER for module in (tokens, rows, positions, waves, maps, lengths, costs)))

ANSWERED = {
    "Why does GPT-2's table have 38.6 million numbers?": (Place(7, 1),),
    "What is row 464?": (Place(2, 2),),
    "Why do models need positions at all?": (Place(3, 1), Place(3, 2)),
    "Why sine and cosine together?": (Place(4, 2),),
    "How much of a table can a flat picture show?": (Place(5, 2), Place(5, 3)),
    "Why can't a learned position model read token 65 of 64, and why does a sinusoidal one read it badly?": (
        Place(6, 1),
        Place(6, 2),
    ),
    "What share of rows learns from one sentence, with and without a tied output?": (Place(7, 2), Place(7, 4)),
}
"""The questions that the path answers, and the steps that do."""

SHOW_SOMEBODY = {
    Place(1, 2): "their name, cut into tokens",
    Place(3, 2): "one word at twelve places",
    Place(3, 4): "a name that needs its places",
    Place(5, 4): "neighbours that only look near",
}
"""What is worth showing to somebody who has not walked the path, each with what they will see."""
