"""Sources of the memory claims are those of their numbers."""

from explorer.claims.memory_page import BANDWIDTH_SOURCES, MODEL_SOURCES
from explorer.memory import BANDWIDTHS, MODELS


def test_every_model_and_bandwidth_has_its_source_among_the_claims():
    assert {(e.name, e.url) for e in MODEL_SOURCES} == {(model.source, model.url) for model in MODELS.values()}
    assert [(e.name, e.url) for e in BANDWIDTH_SOURCES] == [(band.source, band.url) for band in BANDWIDTHS]
