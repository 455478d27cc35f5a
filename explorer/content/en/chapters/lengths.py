"""Chapter 6: what happens past the trained length?"""

from __future__ import annotations

import numpy as np

from explorer.content.en import not_yet
from explorer.content.en.seen import costs as seen
from explorer.content.en.seen.costs import LONG
from explorer.content.guide import Chapter, Question, Step, Task
from explorer.nn.config import Encoding
from explorer.training.findings.losses import TRAIN_LEN, baselines, first_line, inside, span
from explorer.training.findings.rows import alone
from explorer.training.rows import trained_rows
from explorer.training.text import VOCAB_SIZE
from explorer.wording import fixed, listed

OWN_CURVE = ("x_of", "x_shown", "x_told", "x_own", "x_said")
"""Elements left out here: the curve that one draws first, and its guess. On the path the margin asks instead."""
SHOWN: tuple[Encoding, ...] = ("sinusoidal", "RoPE", "T5", "ALiBi")
FAR = (256, 512)
OURS = (
    f"Shown: small models of our own that read letters, {VOCAB_SIZE} different characters, and were trained on "
    f"{TRAIN_LEN} places. The model of step 3.4 is another one."
)
WORSE = "Worse than a model that only counts letters"


def _last_strip() -> str:
    """What sets the last row apart, where it is shorter than the one before."""
    before, last = np.linalg.norm(trained_rows(), axis=1)[-2:]
    if last >= before:
        return ""
    return (
        f" (The strip of row {TRAIN_LEN - 1} looks paler than the one before. It was trained too, but as the last "
        "place of every text: no later place ever looked back at it.)"
    )


def _how_well(encoding: Encoding) -> str:
    line = first_line(encoding)
    beyond, level = span(line, TRAIN_LEN, LONG), inside(line)
    if beyond > baselines()["unigram"]:
        return WORSE
    return "A little worse" if beyond > level + 0.05 else "As well as before"


def _worse_numbers() -> str:
    line, guess = first_line("sinusoidal"), baselines()
    return (
        f"Its surprise at the next letter, the loss, is {fixed(inside(line))} inside the trained range and "
        f"{fixed(span(line, TRAIN_LEN, LONG))} at positions {TRAIN_LEN} to {LONG - 1}; low is good. A model that knows "
        f"only how often each letter comes gets {fixed(guess['unigram'])}. In so long a text distances are new, too; "
        f"where only the rows are, the loss is {fixed(alone())}. A row is there, but no step of training ever used it: "
        "what the model does with it was never corrected."
    )


def _far_numbers() -> str:
    told = listed(
        f"{name} from {fixed(inside(first_line(name)))} to {fixed(span(first_line(name), *FAR))}" for name in SHOWN
    )
    line = first_line("learned")
    return (
        f"The learned table goes from {fixed(inside(line))} to {fixed(span(line, TRAIN_LEN, LONG))} there: training "
        "never showed the model many tokens at one place. The others, from inside "
        f"to positions {FAR[0]} to {FAR[1] - 1}: {told}. RoPE and T5 add no rows that could be new, and "
        "rise all the same. With ALiBi looking back costs more the further it goes: of a longer text, what is "
        "farthest is held back most."
    )


CHAPTER = Chapter(
    "Too long",
    "What happens past the trained length?",
    (
        Step(
            "A 65th token, and 64 rows",
            "extrapolation",
            "Is there a row?",
            "This little model was trained on texts of 64 tokens; here a token is a single letter. Its positions are a "
            "learned table: 64 [[rows]], one for each place. In the picture each row stands upright, a strip of "
            "coloured numbers; at the line “trained up to 63” the table ends. Now a text is one token longer.",
            "x_row",
            Question(
                "Why can a model with learned positions not read token 65 of 64?",
                ("Its table has no row for it", "Its row is too long", "65 is an odd number"),
                lambda: "Its table has no row for it",
                "Count the places from 0: which is the last row?",
                lambda: (
                    f"The rows are 0 to {TRAIN_LEN - 1}: {TRAIN_LEN} of them. The {TRAIN_LEN + 1}th token stands at "
                    f"position {TRAIN_LEN}, and there is nothing to look up. Our program refuses it, and says so."
                    f"{_last_strip()}"
                ),
            ),
            Task(
                "Set the sequence length to 65 or more.",
                lambda state: int(state.get("x_len") or 0) > TRAIN_LEN,
                {"x_len": 65},
                seen.missing,
                not_yet.short_text(TRAIN_LEN),
            ),
            {"x_len": str(TRAIN_LEN)},
            ("x_row_below", "x_way"),
            move="x_len",
            shown=OURS,
        ),
        Step(
            "A formula always has a row",
            "extrapolation",
            "Loss by position",
            "Waves have a row for every place. But no step of training used the rows right of the line “trained up to "
            "63”. The curve is the model’s surprise at the next letter, its [[loss]], place by place, in [[nats]]: "
            "low is good. The dotted levels belong to models that only count: letters ([[unigram]]), "
            "pairs (bigram), threes (trigram).",
            "x_pos",
            Question(
                f"How well does a model trained on 64 read positions {TRAIN_LEN} to {LONG - 1} with waves?",
                ("As well as before", "A little worse", WORSE),
                lambda: _how_well("sinusoidal"),
                "Compare the curve right of the line with the dotted level named unigram: it knows only how often each "
                "letter comes.",
                _worse_numbers,
            ),
            Task(
                "Add the same model without any positions: choose “none” among the encodings.",
                lambda state: "none" in (state.get("x_enc") or ()),
                {"x_enc": ["sinusoidal", "none"]},
                seen.none_added,
                not_yet.not_among("none", ("sinusoidal",)),
            ),
            {"x_enc": "sinusoidal", "x_shown": "true"},
            OWN_CURVE,
            cover=("x_pos_figure",),
            shown=OURS,
        ),
        Step(
            "Four ways, place by place",
            "extrapolation",
            "Loss by position",
            "The same small model, with four ways to say where: waves that are added, [[RoPE]] (the vectors are turned "
            "by the place), [[T5]] (a learned number for each range of distances; far ones share one) and [[ALiBi]] "
            "(looking further back costs more). Look at the line “trained up to 63”, and follow the curves to the "
            "right of it.",
            "x_pos",
            Question(
                "The learned table has no row past 63. Let each later place get row 63 again (“clamp”): how well will "
                f"the model read positions {TRAIN_LEN} to {LONG - 1}?",
                ("As well as before", "A little worse", WORSE),
                lambda: _how_well("learned"),
                "Has training shown the model a text in which many tokens stand at place 63?",
                _far_numbers,
            ),
            Task(
                "Add the learned table, and see: choose “learned” among the encodings.",
                lambda state: "learned" in (state.get("x_enc") or ()),
                {"x_enc": ["learned", *SHOWN]},
                seen.learned_added,
                not_yet.not_among("learned", SHOWN),
            ),
            {"x_shown": "true"},
            OWN_CURVE,
            shown=OURS,
        ),
    ),
)
