"""Share of the vocabulary that a batch touches, measured on whole books."""

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.gradients import vocabulary_share
from explorer.views import gradients as views
from explorer.views.gradients.vocabulary_share import ASKED, GUESSES, Book
from explorer.wording import listed, share


def _badge(_: object) -> str:
    rows = [curve.vocab_size for curve in vocabulary_share.results()["austen"].values()]
    encodings = listed(vocabulary_share.ENCODINGS)
    return f"Tokens of {encodings} are counted · V = {min(rows):,} to {max(rows):,} · D plays no part"


PART = ui.Part(
    "Whole books",
    question="How many rows does a step read?",
    why="Through the lookup a row gets a [[gradient]] only in the steps that read it. One step of training reads "
    "thousands of tokens; here their [[rows]] are counted, in whole books.",
    look="The dotted curve is what you would get if all rows were equally likely.",
    shown=_badge,
)


def answer() -> str:
    """The option nearest to what was measured."""
    curve = vocabulary_share.results()["austen"]["gpt2"]
    found = curve.share[curve.sizes.index(ASKED)]
    return min(GUESSES, key=lambda guess: abs(found - GUESSES[guess]))


def show() -> None:
    """Draw a guess, then the measured curves and their explanation."""
    with ui.controls("g_books"):
        settings = ui.ask(views.shares)
    uniform = share(vocabulary_share.uniform_share(ASKED, vocabulary_share.results()["austen"]["gpt2"].vocab_size))
    guess = ui.predict(
        shared_page_questions.BOOKS,
        answer=answer,
        because=lambda: f"**{answer()} of GPT-2, in a step of {ASKED:,} tokens of Jane Austen: the others get no "
        "gradient through the lookup.** (GPT-2 scores with the same table, and that changes all rows a little.) Were "
        f"all rows equally likely, {uniform} would be read. But a few tokens come all the time, so most land on rows "
        "that have been read already. A rare token’s row is read in few steps, so it learns little through the lookup.",
        hint=f"Were all rows equally likely, {uniform} would be touched. Are they?",
    )
    view = guess.draw_in(views.shares(**settings))
    ui.show("g_shares", view, moves=ui.moves(views.shares, "size"), formulas=True)
    if guess:
        ui.later("g_ranks_more", "A few tokens come all the time, most others seldom", _ranks, settings["book"])


def _ranks(book: Book) -> None:
    ui.show("g_ranks", views.ranks(book=book))
    ui.write(
        "[[Zipf's law]] says that the token of rank r comes 1/r as often as the first (the dotted line). A larger "
        "batch brings more of the same. Measured by us: books cut into sequences of "
        f"{vocabulary_share.SEQUENCE} tokens (shorter where a batch has fewer), {vocabulary_share.DRAWS} batches drawn "
        "at random for each size; the thin bars are their [[standard deviation]]."
    )
