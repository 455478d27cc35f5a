"""Chapter 2: what is a row of numbers, where does it come from, and what does a table cost?"""

from functools import lru_cache, partial
from itertools import pairwise

from explorer.content.en import task_hints
from explorer.content.en.chapters.tokens import PIECES
from explorer.content.en.example_sentence_numbers import TEXT, ids
from explorer.content.en.task_feedback import length_and_cost as cost
from explorer.content.en.task_feedback import tokens_rows_and_order as seen
from explorer.content.en.task_feedback.length_and_cost import GPT2
from explorer.content.guided_path import Chapter, Door, State, Step, Task
from explorer.embedding_pipeline.hand_filled_rows import MOST
from explorer.gradients import toy_training
from explorer.lm.shipped_model import CONFIG
from explorer.memory import FORMATS
from explorer.tokenizers import SMALL
from explorer.wording import count, decimal, listed, number

SPEECHES = {"j_texts": "State of the Union", "j_method": "Skip-gram"}
TINY = f"Shown: a tiny table of {toy_training.WIDTH} numbers a word, drawn flat."
STEPS = toy_training.ToyRequest().steps
WRONG = "cat"
"""A dot that one may tap, to which the other does not run."""
OTHER = "The man went home"
ANSWERS = 3
"""Of the four numbers by hand, those that are not 0: neither yes nor no is an answer too."""
UNREAD = "SolidGoldMagikarp"
"""A token of GPT-2 and GPT-3 whose row training hardly changed: "SolidGoldMagikarp (plus, prompt generation)" on
lesswrong.com, and Vice, which has ChatGPT's answer, both of February 2023."""


@lru_cache(maxsize=1)
def _toy() -> toy_training.Run:
    return toy_training.train(toy_training.ToyRequest())


def _same_follow(state: State) -> str:
    """Whether the tapped dot was right, which rows ran together in the text, and why this pair did."""
    if not (rest := seen.unread(state)):
        return ""
    tapped, asked = str(state.get("g_runs") or ""), toy_training.ASKED
    pairs = _toy().together[: toy_training.TOLD]
    other = next(two for one, two, _ in pairs if one == asked)
    words = toy_training.TEXT.split()
    after = {each: [then for word, then in pairwise(words) if word == each] for each in (asked, other)}
    times = [f"“{each}” ({count(len(then), 'time')})" for each, then in after.items()]
    both = listed(dict.fromkeys(word for word in after[asked] if word in after[other]))
    said = "Right. " if tapped == other else f"Not to “{tapped}”. " * bool(tapped)
    return (
        f"{said}The same words follow {listed(times)}: {both}. So both rows are nudged the same way, as are "
        f"{listed(f'“{one}” with “{two}”' for one, two, _ in pairs if one != asked)}. {rest}"
    )


def _unread_name(_: State) -> str:
    run = _toy()
    (token,) = ids(f" {UNREAD}")
    never = next(row for row, seen in enumerate(run.seen) if not seen)
    return (
        f"“␣{UNREAD}”, the name of a Reddit user, is one token of gpt2, id {token}: common in the pile that was "
        "counted, but, it is thought, hardly read in training. So nothing taught its row, "
        f"as with “{run.words[never]}”, which moved by {number(float(run.distance[never]))}."
    )


CHAPTER = Chapter(
    "Rows",
    "What is a row of numbers, and where does it come from?",
    (
        Step(
            "A row for each token",
            "tokens",
            "Rows",
            "An id picks a [[row]] of a [[table]], its [[embedding]]: here "
            f"{CONFIG.embed_dim} numbers ([[dimensions]]), blue below zero, orange above.",
            "t_rows",
            Task(
                "Write another sentence with the same first word. Does that word get other numbers there?",
                lambda state: bool(seen.same_row(state)),
                {"text": OTHER},
                seen.same_row,
                partial(task_hints.begins_alike, TEXT),
            ),
            {"text": TEXT, "token": "0", "encoding": SMALL},
            ("t_chips", "t_rows_said"),
            drawn=seen.row_twice,
            shown=PIECES,
            is_own=True,
            former=("Four numbers for each token", "The same in a trained model"),
        ),
        Step(
            "Fill in a row yourself",
            "tokens",
            "Rows",
            "Four answers are a row. Think of it as an arrow. The [[cosine]] compares two arrows: 1 if they point the "
            "same way, 0 at right angles, −1 if opposite ways.",
            "t_hand",
            Task(
                f"Answer for yourself, or for your pet: −{MOST} is not at all, {MOST} is very. Who is nearest?",
                lambda state: sum(number != 0 for number in seen.own_row(state)) >= ANSWERS,
                {"t_hand_pet": 3, "t_hand_big": -2, "t_hand_royal": 1, "t_hand_moves": 2},
                seen.near_by_hand,
                partial(task_hints.few_answers, ANSWERS),
            ),
            {"t_row_shows": "by hand"},
            ("t_chips", "t_hand_said"),
            drawn=seen.arrows,
            shown="Shown: four numbers a word, chosen by hand.",
            share=seen.nearest_shared,
            former=("Which rows lie near?",),
        ),
        Step(
            "Does it fit on your phone?",
            "memory",
            "The bill",
            "A longer list makes Hindi cheaper. But each token needs a row in working memory, the frames here. GPT-2’s "
            f"table: {GPT2.vocab_size:,} rows of {GPT2.embed_dim} numbers, 4 [[bytes]] each, are "
            f"{decimal(FORMATS['FP32'].table_bytes(GPT2.vocab_size, GPT2.embed_dim))}.",
            "m_cards",
            Task(
                "Slide “Vocabulary”, the number of rows, until the phone is full.",
                lambda state: cost.table_bytes(state) > cost.PHONE.bytes,
                {"m_v": "5000000"},
                cost.too_large,
                partial(
                    task_hints.still_fits, GPT2.vocab_size, lambda state: cost.table_bytes(state) > cost.PHONE.bytes
                ),
            ),
            {"m_see": "Does it fit?", "m_optimizer": "None", "m_b": "1", "m_t": "1", "m_card": cost.PHONE.sold},
            ("m_cards_said",),
            drawn=cost.drawn_pile,
            shown="Shown: GPT-2’s table alone.",
        ),
        Step(
            "Where do cat and dog go?",
            "gradients",
            "Watch it learn",
            "Each dot is a row, at first random. From the row of “dog” the model guesses the next word, then reads "
            "“sleeps”. So it nudges that row, to give “sleeps” a better chance.",
            "g_plane",
            Task(
                f"Which dot will “{toy_training.ASKED}” run to? Tap it, or choose its name. Then press Play.",
                lambda state: bool(state.get("g_runs")) and int(state.get("g_step") or 0) >= STEPS,
                {"g_runs": WRONG, "g_step": STEPS},
                _same_follow,
                partial(task_hints.tapped_or_played, STEPS),
            ),
            {},
            ("g_plane_said",),  # nats come in chapter 5
            drawn=lambda _: f'<p class="guide-seen">{toy_training.TEXT}</p>',
            shown=TINY,
            former=("It begins with dice",),
        ),
        Step(
            "Now your own words",
            "gradients",
            "Watch it learn",
            "The same race with people, teams or pets that you know. Give two of them the same words: “mum cooks”, "
            "“dad cooks”.",
            "g_plane",
            Task(
                "Choose a text, or write your own. Then press Play: who runs together?",
                lambda state: (
                    str(state.get("g_text", toy_training.TEXT)) != toy_training.TEXT
                    and int(state.get("g_step") or 0) >= STEPS
                ),
                {"g_text": toy_training.THEMES["football"], "g_step": STEPS},
                seen.ran_together,
                partial(task_hints.own_race, STEPS),
            ),
            {},
            ("g_plane_said",),
            shown="Shown: the same tiny table, anew for your words.",
            share=seen.race_shared,
            former=("The same with a real text",),
        ),
    ),
    f"Why could a chatbot not repeat “{UNREAD}”?",
    _unread_name,
    (
        "An id picks a row of numbers from a table; training found these, nudge by nudge.",
        "A token’s numbers are random at first; words that are used alike are pushed the same way.",
    ),
    "Copying a row is the same as multiplying the table with a [[one-hot]] vector, for much less work. "
    f"Jessica Rumbelow and Matthew Watkins found “{UNREAD}” in 2023 ([Vice, February 2023]"
    "(https://www.vice.com/en/article/epzyva/ai-chatgpt-tokens-words-break-reddit)); it has been mended since. "
    "The push of a wrong guess is called a [[gradient]]. Reading pushes only the rows that were read. If the same "
    "table also makes the scores ([[tied]]), all rows are pushed.",
    (
        Door("projection", "Watch it train", "The same with real speeches: the months find each other", SPEECHES),
        ("tokens", "Rows", "Which rows of a real table lie near your words", {"t_row_shows": "rows near it"}),
        ("tokens", "Rows", "The same row by multiplication"),
        ("gradients", "Your sentence", "Which rows learn from a sentence"),
        ("gradients", "Blackboard", "A row that is read twice"),
        ("gradients", "Tied or untied", "One table, used twice"),
        ("memory", "The bill", "The bill of training"),
    ),
    chat=(("You", f"Repeat {UNREAD}."), ("ChatGPT, 2023", "distribute")),
)
