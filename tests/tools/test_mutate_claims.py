"""Every claim has a wrong variant that can be written, and the tool tells a guarded claim from an open one."""

from __future__ import annotations

import ast

import pytest

from explorer.claims import registry
from explorer.claims.registry import Claim
from tools import mutate_claims
from tools.mutants.mutant import Mutant
from tools.mutate_claims import COPIED, MUTANTS, ROOT, all_claims, changed, lacking, main, summary, try_one

VARIANTS = [(claim, mutant) for claim, mutants in MUTANTS.items() for mutant in mutants]


def test_every_claim_of_every_page_has_a_wrong_variant() -> None:
    made = [claim.id for claim in all_claims()]
    assert not lacking(made), lacking(made)
    assert not set(MUTANTS) - set(made), f"No claims any more, so no variants: {sorted(set(MUTANTS) - set(made))}"


@pytest.mark.parametrize(("claim", "mutant"), VARIANTS, ids=[f"{claim}-{i}" for i, (claim, _) in enumerate(VARIANTS)])
def test_a_variant_can_be_written_and_is_still_python(claim: str, mutant: Mutant) -> None:
    ast.parse(changed((ROOT / mutant.path).read_text(encoding="utf-8"), mutant))


def test_a_piece_that_is_not_there_once_is_refused() -> None:
    for text, found in (("a b", 0), ("x x", 2)):
        with pytest.raises(ValueError, match=f"found it {found} times: 'x'"):
            changed(text, Mutant("f.py", "x", "y"))


def test_a_claim_that_cannot_be_tried_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(MUTANTS, "memory-gpt3")
    for begin, said in (
        ("positions-hands", "No claim of explorer/claims has an id that begins with positions-hands"),
        ("memory-gpt3", "tools/mutants/memory.py lacks a wrong variant of memory-gpt3"),
    ):
        with pytest.raises(SystemExit):
            main([begin])
        assert said in capsys.readouterr().err


@pytest.mark.slow
def test_a_guarded_claim_is_told_from_one_that_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = MUTANTS["positions-bounds"][0]
    guarded = Claim("a", "A.", registry.tested("tests/waves/test_tables.py::test_start_bounds_of_the_course"))
    open_ = Claim("b", "B.", registry.tested("tests/waves/test_tables.py::test_a_sinusoidal_row_is_sqrt_half_d_long"))
    missing = Claim("c", "C.", registry.tested("tests/waves/test_tables.py::test_that_is_not_there"))
    outcomes = [try_one(claim, 0, wrong) for claim in (guarded, open_, missing)]
    assert [outcome.what for outcome in outcomes] == ["noticed", "survived", "broke"]
    assert "1 claim survives (b), nothing can be said of 1 (c)" in summary(outcomes, 3)
    capsys.readouterr()


@pytest.mark.slow
def test_a_test_that_fails_anyway_notices_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the trees of the variants lack makes a test fail with a variant and without."""
    monkeypatch.setattr(mutate_claims, "COPIED", tuple(name for name in COPIED if name != "static"))
    built = Claim("d", "D.", registry.tested("tests/ui/plot/test_assets.py::test_nothing_else_lies_in_static"))
    outcome = try_one(built, 0, MUTANTS["positions-bounds"][0])
    assert outcome.what == "anyway"
    assert "nothing can be said of 1 (d)" in summary([outcome], 1)


@pytest.mark.slow
def test_results_are_kept_and_gone_on_from(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results.json"
    for _ in range(2):
        assert main(["memory-gpt3", "--results", str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["noticed", "1", "1"]
