"""Damaged or missing shipped files: the error names the file and says what to do."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from explorer import data
from explorer.data import DamagedFileError, shipped_files
from explorer.failures import library_api_results, mistakes_in_libraries
from explorer.gradients import vocabulary_share
from explorer.lm import shipped_model
from explorer.memory import quantization_error
from explorer.tokenizers import vocabularies
from explorer.training import precomputed_run_results

NPY = ("whisper_tiny_en_tokens.npy", "whisper_tiny_en_positions.npy", "whisper_tiny_en_sinusoids.npy")
READERS: dict[str, Callable[[], object]] = {
    **{f"corpora/{name}.txt.gz": (lambda name=name: data.load_corpus(name)) for name in data.CORPORA},
    **dict.fromkeys(NPY, data.load_whisper),
    **dict.fromkeys(("minilm_vocab.txt", "minilm_l6.npz"), data.load_minilm),
    "minilm_encoder.npz": data.load_minilm_encoder,
    "glove_6b_50d_30k.npz": data.load_glove,
    "questions-words.txt": data.load_analogies,
    "lm_weights.npz": shipped_model.load_lm,
    "lm_report.json": shipped_model.load_report,
    **{f"tiktoken/{name}.gz": (lambda name=name: vocabularies._unpacked(name)) for name in vocabularies._DIGESTS},
}


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Clear the loaders' caches before and after a test."""
    loaders = (
        *(data.load_whisper, data.load_minilm, data.load_glove, data.load_analogies, data.load_corpus),
        data.load_minilm_encoder,
        *(
            shipped_model.load_lm,
            shipped_model.load_report,
            vocabulary_share.results,
            quantization_error.results,
            precomputed_run_results.arrays,
        ),
        *(mistakes_in_libraries.recorded, library_api_results.recorded),
    )
    for loader in loaders:
        loader.cache_clear()
    yield
    for loader in loaders:
        loader.cache_clear()


def test_there_is_a_reader_for_every_shipped_file() -> None:
    assert set(READERS) == set(data.SUMS)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(data.SUMS))
def test_a_cut_and_a_missing_file_are_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for other in data.SUMS:
        target = tmp_path / other
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(data.FILES / other)
    for module in (shipped_files, vocabularies):
        monkeypatch.setattr(module, "FILES", tmp_path)
    broken = tmp_path / name
    broken.unlink()
    shutil.copy(data.FILES / name, broken)
    with broken.open("r+b") as stream:
        stream.truncate(broken.stat().st_size - 2_000 if broken.stat().st_size > 2_000 else 10)
    with pytest.raises(DamagedFileError) as damaged:
        READERS[name]()
    assert broken.name in str(damaged.value) and "again" in str(damaged.value)
    broken.unlink()
    with pytest.raises(DamagedFileError) as missing:
        READERS[name]()
    assert broken.name in str(missing.value) and "again" in str(missing.value)


@pytest.mark.parametrize("file", ["precomputed_run_results", "precomputed_ablations"])
def test_cut_results_of_trainings_are_named(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"{file}.npz").write_bytes(precomputed_run_results.path(file).read_bytes()[:-2_000])
    monkeypatch.setattr(precomputed_run_results, "FOLDER", tmp_path)
    with pytest.raises(DamagedFileError, match=rf"{file}\.npz can't be read"):
        precomputed_run_results.arrays(file)
    (tmp_path / f"{file}.npz").unlink()
    with pytest.raises(DamagedFileError, match=rf"{file}\.npz is missing"):
        precomputed_run_results.arrays(file)


@pytest.mark.parametrize("module", [vocabulary_share, quantization_error])
def test_cut_measurements_are_named(module: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = tmp_path / "cut.json"
    cut.write_text('{"austen": {"gpt2"', encoding="utf-8")
    monkeypatch.setattr(module, "RESULTS", cut)
    with pytest.raises(DamagedFileError, match=r"cut\.json can't be read"):
        module.results()  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", [mistakes_in_libraries, library_api_results])
def test_cut_records_of_other_libraries_are_named(
    module: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = tmp_path / "cut.json"
    cut.write_text('{"versions": {', encoding="utf-8")
    monkeypatch.setattr(module, "FILE", cut)
    with pytest.raises(DamagedFileError, match=r"cut\.json can't be read"):
        module.recorded()  # type: ignore[attr-defined]


def test_a_cut_list_of_sums_is_named(tmp_path: Path) -> None:
    cut = tmp_path / "SHA256SUMS"
    for content in ("0123abc", "\xff" * 3):
        cut.write_bytes(content.encode("latin-1"))
        with pytest.raises(DamagedFileError, match="SHA256SUMS can't be read"):
            shipped_files.read_sums(cut)
