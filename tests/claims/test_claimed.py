"""Each number that is typed into a claim is read by a test that stands behind the claim."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.claims.claimed import claimed, numbers
from tools.mutate_claims import all_claims

ROOT = Path(__file__).resolve().parents[2]
CLAIMS = {claim.id: claim for claim in all_claims()}


def typed() -> dict[str, str]:
    """What is typed into each claim's sentence, without what is computed into it."""
    found = {}
    for file in sorted((ROOT / "explorer" / "claims").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Claim":
                name, text = node.args[:2]
                assert isinstance(name, ast.Constant)
                pieces = text.values if isinstance(text, ast.JoinedStr) else [text]
                found[str(name.value)] = "\n".join(
                    str(piece.value) if isinstance(piece, ast.Constant) else "…" for piece in pieces
                )
    return found


TYPED = {name: numbers(text) for name, text in typed().items() if numbers(text)}


def test_numbers_of_a_sentence() -> None:
    assert numbers("2 of 12,154 (.84), 1/2 to 1/256, 10⁶ and 2²⁰; 75.5 % of FP16, as 1/r, row 0.") == (
        *(2, 12_154, 0.84, 1 / 2, 1 / 256, 10**6, 2**20, 75.5, 0),
    )
    assert numbers("Nine of a 64-wide sinusoid's waves; gpt2, p50k_base, D − 2, L/6, GPT-3, 2D.") == (9, 64, 2, 6)
    with pytest.raises(KeyError):
        claimed("no such claim")


def test_every_sentence_is_found() -> None:
    assert set(typed()) == set(CLAIMS)
    assert len(TYPED) > 40


@pytest.mark.parametrize("claim", TYPED)
def test_a_test_behind_the_claim_reads_its_numbers(claim: str) -> None:
    for evidence in CLAIMS[claim].all_evidence:
        path, _, name = evidence.name.partition("::")
        if evidence.kind == "test":
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            functions = [
                node
                for node in ast.walk(tree)
                if isinstance(node, ast.FunctionDef) and node.name == name.partition("[")[0].rpartition("::")[2]
            ]
            calls = {ast.unparse(node) for function in functions for node in ast.walk(function)}
            if f"claimed('{claim}')" in calls:
                return
    raise AssertionError(f"no test behind {claim} says claimed({claim!r}): its numbers {TYPED[claim]} are nobody's")
