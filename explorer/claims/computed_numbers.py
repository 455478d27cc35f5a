"""What the sentences of claims and their sources take from data: `{name}` in a text is one of these numbers."""

from collections.abc import Callable, Mapping
from typing import Any

PRINTED = {"GPT-3": 175.0e9, "DeepSeek-V3": 671e9}
"""Parameter counts of models whose total is known only as printed in a paper."""


def _check() -> dict[str, Any]:
    from explorer.quiz import KINDS, TOPICS
    from explorer.quiz.misconceptions import ALL

    return {"kinds": len(KINDS), "topics": len(TOPICS), "misconceptions": len(ALL)}


def _gradients() -> dict[str, Any]:
    from explorer.gradients.vocabulary_share import HIGH, LOW, ONE_PERCENT, RAREST

    return {"one_percent": ONE_PERCENT, "low": LOW, "high": HIGH, "rarest": RAREST}


def _memory() -> dict[str, Any]:
    from explorer.memory import MODELS, BillRequest, bill, decimal, wider_and_deeper
    from explorer.memory.quantization_error import QuantizationRequest, results
    from explorer.wording import count, fixed, listed, share

    kept = {record.scheme: share(record.kept, 1, 3) for record in results()["Whisper"]}
    larger = [model.name for model in MODELS.values() if model.largest_matrix > model.token_table]
    outputs, pairs = [model.output for model in MODELS.values()], wider_and_deeper()
    return {
        "one_hot": decimal(bill(BillRequest(50_257, 768, batch=32, seq_len=2048))["One-hot input"].bytes),
        "models": count(len(MODELS), "model"),
        "all_models": len(MODELS),
        "released": len(MODELS) - len(PRINTED),
        "printed": listed(
            f"{name} counts {fixed(MODELS[name].parameters / 1e9, 1)} billion where the paper prints {total / 1e9:g}"
            for name, total in PRINTED.items()
        ),
        "gpt3_share": share(MODELS["GPT-3"].token_share),
        "largest_tables": len(MODELS) - len(larger),
        "larger_matrices": listed(larger),
        "tied": outputs.count("Tied"),
        "untied": outputs.count("Untied"),
        "fewer_shares": pairs.smaller,
        "pairs": pairs.all,
        "fp16": kept["FP16"],
        "int8": kept["INT8, a scale per row"],
        "int4": kept["INT4, a scale per 32"],
        "queries": QuantizationRequest().queries,
        "margin": fixed(100 * max(record.margin for record in results()["Whisper"]), 1),
    }


NUMBERS: Mapping[str, Callable[[], dict[str, Any]]] = {"check": _check, "gradients": _gradients, "memory": _memory}
"""The numbers of a page's claims, by page."""


def more_sources(name: str) -> dict[str, str]:
    """Sources of data that a page draws, title and address: all models', one model's, or those of bandwidths."""
    from explorer.memory import BANDWIDTHS, MODELS

    if name == "bandwidths":
        return {band.source: band.url for band in BANDWIDTHS}
    return {each.source: each.url for each in (MODELS.values() if name == "models" else [MODELS[name]])}
