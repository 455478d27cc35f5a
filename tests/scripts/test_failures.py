"""Each script of the page Failures prints what the page says."""

import pytest

from explorer.failures import overview
from explorer.failures.case import run
from explorer.failures.cases import CASES
from explorer.scripts import failures as scripts
from explorer.ui.failures.dialects import summary
from tests.support import numbers_in, run_script


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_case_prints_its_numbers_and_its_message(case):
    for source in (case.source, *(variant.source for variant in case.variants)):
        outcome = run(source)
        printed = run_script(scripts.case(source))
        stopped = [outcome.message, f"line {outcome.line}"] if outcome.message else []
        assert printed.splitlines() == "\n".join([*outcome.printed, *stopped]).splitlines()


def test_the_overview_prints_every_verdict():
    printed = run_script(scripts.overview())
    for case, libraries in overview.verdicts().items():
        block = [case, *(f"    {library} {verdict}" for library, verdict in libraries.items())]
        assert "\n".join(block) in printed
    for library, counted in overview.counts(overview.verdicts()).items():
        assert f"{library} {counted}" in printed


@pytest.mark.parametrize(("one", "other"), [("this core", "PyTorch"), ("TinyTorch", "Equinox")])
def test_dialects_print_the_numbers_of_the_sentence(one, other):
    printed = run_script(scripts.dialects(one, other))
    told = numbers_in(summary(one, other))
    assert told and told <= numbers_in(printed)
