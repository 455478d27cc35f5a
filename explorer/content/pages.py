"""Pages: names, titles and questions. Imported first, so this module imports nothing of the app."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PageInfo:
    """A page: name (file and URL path), title in the navigation, and question."""

    name: str
    title: str
    question: str
    hint: str
    prefix: str
    """Prefix of the keys, and so of the URL parameters, of all controls on the page."""

    @property
    def path(self) -> str:
        """Path of the page's file relative to the project's root."""
        return f"pages/{self.name}.py"


PAGES = (
    PageInfo(
        "home",
        "Home",
        "What happens between your text and the next word?",
        "The whole chain, with your own sentence",
        "h",
    ),
    PageInfo("tokens", "Tokens", "What does the model see when I type?", "Text → tokens → ids → rows of numbers", "t"),
    PageInfo(
        "positions",
        "Positions",
        "How can adding a wave tell a model where a word is?",
        "Sinusoids, learned tables, rotary, ALiBi",
        "p",
    ),
    PageInfo(
        "projection",
        "Projection",
        "Do similar words end up close, and can I believe the picture?",
        "Trained embeddings in 2D and 3D, and what the picture hides",
        "j",
    ),
    PageInfo(
        "extrapolation",
        "Extrapolation",
        "I trained on 64 tokens. What happens at 65, at 128, at 512?",
        "Learned and fixed positions past the training length",
        "x",
    ),
    PageInfo(
        "memory",
        "Memory",
        "What does the table cost, in bytes and in time?",
        "The bill, real models, fewer bits, time",
        "m",
    ),
    PageInfo("gradients", "Gradients", "Which rows learn from this sentence?", "Sparse gradients, and one step", "g"),
    PageInfo(
        "failures",
        "Failures",
        "What goes wrong, and would I notice?",
        "Mistakes with a message, mistakes without, and fixes to try",
        "f",
    ),
    PageInfo(
        "check",
        "Check yourself",
        "What do you know now?",
        "Questions with fresh numbers, and games",
        "k",
    ),
    PageInfo(
        "teach",
        "Teach",
        "What do I show my class?",
        "Ready lessons, your own, notes, a handout, sheets, a room",
        "l",
    ),
    PageInfo("claims", "Claims", "How do we know?", "Every claim on screen, and what stands behind it", "c"),
)
"""Pages in the order of learning; the first one is Home."""
DOORS = {
    "Learn": ("home", "check"),
    "Explore": ("tokens", "positions", "projection", "extrapolation", "memory", "gradients", "failures"),
    "For a class": ("teach",),
}
"""Headings of the sidebar, and the pages below each."""


def info(name: str) -> PageInfo:
    """Page by name.

    >>> info("tokens").prefix
    't'
    """
    return next(page for page in PAGES if page.name == name)


IN_SIDEBAR = tuple(info(name) for names in DOORS.values() for name in names)
"""All but Claims, which links lead to."""
PURPOSE = (
    "ChatGPT and its like write piece by piece: they guess what comes next, write it, and guess again. Here a very "
    "small [[language model]] does so with you: tap a guess, or type."
)
"""Home's first paragraph."""
