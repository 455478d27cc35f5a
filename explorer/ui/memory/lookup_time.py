"""Lookup time against V: the work doesn't depend on V; whether the time does is measured on this server."""

from explorer import ui
from explorer.memory.memory_benchmarks import RUNS, Curve, Looked, lookup_curve
from explorer.questions import Question
from explorer.ui.frame.measure_button import run_measurement
from explorer.views import memory as views
from explorer.views.memory.lookup_time import SMALL, at_small, ratio
from explorer.wording import binary, fixed, number

SAME, LONGER, TWICE = "Less than 1.2 times as long", "1.2 to 2 times as long", "More than twice as long"


def answer(records: tuple[Looked, ...]) -> str:
    """The option that agrees with this measurement."""
    found = ratio(records)
    return SAME if found < 1.2 else LONGER if found <= 2 else TWICE


def show() -> None:
    """Draw the measurement, with large tables masked until the guess."""

    def draw(records: tuple[Looked, ...]) -> None:
        complete = bool(records) and records[-1].step == records[-1].steps and records[-1].vocab_size > SMALL
        ui.show("m_curve", views.lookup_curve(records=records).at_question(complete and bool(_ask(records))))

    ui.formulas("m_caches", views.lookup_curve(records=()).formulas)
    run_measurement("m_caches", "Measure lookups on this server", lookup_curve, Curve(), draw, timing=True)


def _ask(records: tuple[Looked, ...]) -> ui.Guess:
    large = records[-1]
    return ui.predict(
        Question(
            "You may read that “lookup time is independent of the vocabulary size”. This server has just measured "
            f"{SMALL:,} rows and {large.vocab_size:,} rows. One lookup in the large table took …",
            (SAME, LONGER, TWICE),
            key="m_indep",
        ),
        answer=answer(records),
        because=f"Measured in this run, median of {RUNS}: {fixed(at_small(records).evenly.median, 1)} ns and "
        f"{fixed(large.evenly.median, 1)} ns, {number(ratio(records))} times as long. The work is the same, one row; "
        "what differs is which memory the row comes from, and that depends on the machine and on what else it does.",
        hint=f"The table of {SMALL:,} rows takes {binary(at_small(records).table_bytes)}, the large one "
        f"{binary(large.table_bytes)}. Compare with the caches.",
    )
