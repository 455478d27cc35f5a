"""The Projection page's engine: PCA, neighbours of a word, skip-gram, quality of word vectors, the first picture.

`gensim` and `playwright` come with requirements-dev.txt. The WordSim-353 pairs are read from gensim's installed test
data; they are not part of this project.
"""

from __future__ import annotations

import importlib
import logging
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import Row, benchmark, compare, memcpy
from explorer.data import load_minilm
from explorer.data.local import open_table
from explorer.training import ppmi, skipgram
from explorer.training.wordvec import Corpus, read_words, wordsim
from explorer.vectors.neighbours import cosine_neighbours
from explorer.vectors.pca import pca
from explorer.vectors.view import View
from explorer.words.clusters import divide

ROOT = Path(__file__).resolve().parents[1]


def _pca(table: np.ndarray) -> Iterator[Row]:
    from sklearn.decomposition import PCA

    exact = table.astype(np.float64)
    yield from compare(
        {
            "scikit-learn's default, float32": lambda: PCA(2).fit(table),
            "scikit-learn's default, float64": lambda: PCA(2).fit(exact),
            "scikit-learn, full SVD, float64": (lambda: PCA(2, svd_solver="full").fit(exact))
            if table.size < 15_000_000
            else None,
            "ours, all components, float64 sums": lambda: pca(table),
            "ours and the picture's coordinates": lambda: pca(table).project(table),
        },
        ("one pass over the data (sum)", lambda: table.sum()),
        rounds=3,
    )


@benchmark("PCA of MiniLM's table, 30,522 × 384 float32, against scikit-learn and one pass over the data")
def pca_minilm() -> Iterator[Row]:
    """All components of a wide table."""
    yield from _pca(load_minilm().tokens())


@benchmark("PCA of 400,000 × 50 float32, against scikit-learn and one pass over the data")
def pca_long() -> Iterator[Row]:
    """All components of a long table."""
    yield from _pca(np.random.default_rng(0).standard_normal((400_000, 50), np.float32))


@benchmark("the ten nearest of one word among 30,522 × 384, against a memory pass of the same size")
def neighbours() -> Iterator[Row]:
    """One word against the whole table."""
    table = load_minilm().tokens()
    view = View(table)
    cosine_neighbours(view, 0)  # the lengths are computed once
    half = table.astype(np.float16)
    slow = View(half)
    cosine_neighbours(slow, 0)
    yield from compare(
        {
            "ours": lambda: cosine_neighbours(view, 2332),
            "ours, float16 table": lambda: cosine_neighbours(slow, 2332),
            "sum of the table": lambda: table.sum(),
        },
        ("memcpy of the table", memcpy(table.nbytes)),
    )


@benchmark("dot products of every row with a few queries: BLAS's product against one pass over the data")
def product() -> Iterator[Row]:
    """A table of 6 MB and one of 47 MB; where the two cross, `neighbours.CACHED` and `FEW` lie."""
    for shape in ((30_000, 50), (30_522, 384)):
        table = np.random.default_rng(0).standard_normal(shape, np.float32)
        for many in (1, 2, 4, 8):
            columns = np.ascontiguousarray(table[:many].T)
            out = np.empty((len(table), many), np.float32)
            what = f"{shape[0]:,} × {shape[1]}, {many} {'query' if many == 1 else 'queries'}"

            def of_blas(by: np.ndarray = columns, into: np.ndarray = out, table: np.ndarray = table) -> None:
                np.matmul(table, by, out=into)

            def by_row(by: np.ndarray = columns, into: np.ndarray = out, table: np.ndarray = table) -> None:
                for number, query in enumerate(np.ascontiguousarray(by.T)):
                    np.vecdot(table, query, out=into[:, number])

            yield from compare(
                {f"{what}: `np.matmul`": of_blas, f"{what}: `np.vecdot`, one after another": by_row},
                ("its largest number", lambda table=table: table.max()),
            )


ROWS, WIDTH = 400_000, 300


def large_table(path: Path, rows: int = ROWS, width: int = WIDTH) -> None:
    """A .npy file of float32 rows whose spectrum falls as word vectors' do, off centre, written block by block.

    Component k = 1, 2, … has a variance of 1 / (k + 3), in a rotated basis: of 300, the first holds 5.6 %. Every number
    has a mean of 0.1.
    """
    rng = np.random.default_rng(0)
    basis = np.linalg.qr(rng.standard_normal((width, width)))[0]
    basis = (basis * (np.arange(width) + 4.0)[:, None] ** -0.5).astype(np.float32)
    out = np.lib.format.open_memmap(path, "w+", np.float32, (rows, width))
    for start in range(0, rows, 20_000):
        part = rng.standard_normal((min(20_000, rows - start), width), np.float32)
        out[start : start + len(part)] = part @ basis + 0.1
    out.flush()


@benchmark("a local table, 400,000 × 300 float32 mapped from disk: opened, components, a word's neighbours, clusters")
def large() -> Iterator[Row]:
    """One thread, two for the neighbours; the aims are 10 s for the components and 50 ms for the neighbours."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.npy"
        large_table(path)
        began = time.perf_counter()
        table = open_table(path, Path(folder))
        yield Row("opened and checked", time.perf_counter() - began)
        resident = _anonymous()
        began = time.perf_counter()
        found = pca(table.vectors)
        points = found.project(table.vectors)
        taken = f"{points.shape[0]:,} points; {_anonymous() - resident:.0f} MB more stay than before"
        yield Row("all components and the picture's coordinates", time.perf_counter() - began, note=taken)
        view = View(table.vectors)
        began = time.perf_counter()
        cosine_neighbours(view, 0)
        yield Row("first word, with all lengths", time.perf_counter() - began)
        yield from compare(
            {"any other word": lambda: cosine_neighbours(view, 2332)},
            ("sum of the table", lambda: table.vectors.sum()),
        )
        resident = _anonymous()
        began = time.perf_counter()
        parts = divide(view, 12)
        taken = f"middles from {parts.drawn:,} rows; {_anonymous() - resident:.0f} MB more stay than before"
        yield Row("12 clusters with what judges them", time.perf_counter() - began, note=taken)


def _anonymous() -> float:
    """MB of this process's own, without what is mapped from files (Linux)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1000


def _gensim_pairs(words: list[list[str]], dim: int) -> tuple[float, float]:
    """Seconds and WordSim-353 of one epoch of gensim's skip-gram on one worker, vocabulary building left out."""
    logging.disable(logging.WARNING)
    word2vec = importlib.import_module("gensim.models.word2vec")
    model = word2vec.Word2Vec(
        vector_size=dim, window=5, min_count=5, max_final_vocab=20_000, workers=1, sg=1, negative=5, sample=1e-4, seed=1
    )
    model.build_vocab(words)
    began = time.perf_counter()
    model.train(words, total_examples=len(words), epochs=1)
    seconds = time.perf_counter() - began
    return seconds, wordsim(model.wv.key_to_index.get, model.wv.vectors, pairs())[0]


def pairs() -> list[tuple[str, str, float]]:
    """WordSim-353 from gensim's installed test data."""
    folder = Path(importlib.import_module("gensim").__file__ or "").parent
    found = []
    for line in (folder / "test" / "test_data" / "wordsim353.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            one, two, score = line.split("\t")
            found.append((one.lower(), two.lower(), float(score)))
    return found


@benchmark(
    "one pass of skip-gram over State of the Union, 100 numbers per word, against gensim with one worker (aim 3)"
)
def skip_gram() -> Iterator[Row]:
    """Time for the same text, window, negatives and thinning; pairs per second of ours are exact counts."""
    corpus = Corpus(("sotu",))
    words = read_words(corpus)
    listed = [words.vocabulary[row] for row in words.ids]
    sentences = [listed[at : at + 1000] for at in range(0, len(listed), 1000)]
    theirs, quality = _gensim_pairs(sentences, 100)
    request = skipgram.SkipgramRequest(corpus, dim=100, epochs=1, reports=1)
    last = list(skipgram.train(request))[-1]
    assert last.vectors is not None
    # Both walk over the same thinned text with the same shrinking window, so a pass holds the same number of pairs.
    rate = last.pairs / theirs
    yield Row("gensim, one worker", theirs, theirs, f"{rate:,.0f} pairs per second; WordSim-353 {quality:.2f}")
    find = {word: row for row, word in enumerate(last.words)}.get
    score = wordsim(find, last.vectors, pairs())[0]
    note = f"{last.pairs / last.seconds:,.0f} pairs per second; WordSim-353 {score:.2f}"
    yield Row("ours, through Embedding and Adam", last.seconds, theirs, note)


@benchmark("quality of word vectors: WordSim-353, Spearman (aim for counting: 0.60), 100 numbers per word")
def quality() -> Iterator[Row]:
    """Counting and skip-gram on State of the Union, World Factbook and WordNet's definitions."""
    corpus = Corpus(("sotu", "factbook", "wordnet_gloss"))
    runs: dict[str, Callable[[], Iterator[object]]] = {
        "PPMI + truncated SVD": lambda: ppmi.train(ppmi.PpmiRequest(corpus)),
        "skip-gram, 3 passes": lambda: skipgram.train(skipgram.SkipgramRequest(corpus, epochs=3, reports=3)),
    }
    for name, run in runs.items():
        began = time.process_time()
        last = list(run())[-1]
        seconds = time.process_time() - began
        words, vectors = getattr(last, "words"), getattr(last, "vectors")  # noqa: B009
        score, covered = wordsim({word: row for row, word in enumerate(words)}.get, vectors, pairs())
        yield Row(f"{name}, reading included", seconds, None, f"{score:.3f} on {covered} of {len(pairs())} pairs")


@contextmanager
def _served(**more: str) -> Iterator[tuple[str, Any]]:
    """A fresh server's address and a browser."""
    api = importlib.import_module("playwright.sync_api")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    server = subprocess.Popen(
        [*command, "--server.headless", "true", "--server.address", "127.0.0.1"],
        cwd=ROOT,
        env=os.environ | more,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        while True:
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=2).close()  # noqa: S310
                break
            except OSError:
                time.sleep(0.1)
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
        with api.sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            yield address, browser
            browser.close()
    finally:
        server.terminate()
        server.wait(20)


FRAMES = """() => {
  const mine = window.frames_ = []
  let last = performance.now()
  const step = (now) => {
    if (window.frames_ !== mine) return
    mine.push(now - last)
    last = now
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}"""
PERIOD = 1000 / 60
REFERENCE = """<body style="margin: 0"><canvas width="1000" height="460"></canvas><script>
  const canvas = document.querySelector("canvas"), pen = canvas.getContext("2d")
  pen.fillStyle = "#00508033"
  for (let dot = 0; dot < 20000; dot++) pen.fillRect(Math.random() * 1000, Math.random() * 460, 2, 2)
  let start = null
  onmousedown = (press) => start = [press.clientX, press.clientY]
  onmousemove = (now) => {
    if (start) canvas.style.transform = `translate(${now.clientX - start[0]}px, ${now.clientY - start[1]}px)`
  }
  onmouseup = () => start = null
</script>"""
"""A page that does nothing but move one canvas of the picture's size: what it loses, this machine loses by itself."""


def _lost(frames: list[float]) -> int:
    """Frames of a sixtieth of a second that were not drawn in time.

    >>> _lost([16.7, 16.6, 33.4, 66.7])
    4
    """
    return sum(max(0, round(frame / PERIOD) - 1) for frame in frames)


def _dragged(page: Any, x: float, y: float) -> tuple[list[float], list[float]]:
    """Milliseconds of each frame while a drag of sixty steps lasts, and for a second and a half after its end."""
    page.bring_to_front()
    page.mouse.move(x, y)
    page.wait_for_timeout(1_500)
    page.mouse.down()
    page.evaluate(FRAMES)
    for step in range(60):
        page.mouse.move(x + 3 * step, y + step)
        page.wait_for_timeout(16)
    moving = page.evaluate("() => window.frames_")
    page.evaluate(FRAMES)
    page.mouse.up()
    page.wait_for_timeout(1_500)
    after = page.evaluate("() => { const found = window.frames_; window.frames_ = null; return found }")
    return moving, after


ROUNDS = 9


@benchmark("400,000 × 300 on the map in Chromium without a GPU: the first picture, and frames while panning")
def large_picture() -> Iterator[Row]:
    """All dots are drawn; a drag of sixty steps, in turns with the same drag of a canvas in the same browser."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.npy"
        large_table(path)
        with _served(EXPLORER_TABLE=str(path)) as (address, browser):
            page, plain = (browser.new_context(viewport={"width": 1440, "height": 900}).new_page() for _ in range(2))
            plain.set_content(REFERENCE)
            page.bring_to_front()
            began = time.perf_counter()
            page.goto(f"{address}/projection?j_part=Map&j_table=Local table")
            page.wait_for_selector(".st-key-j_map .explorer-chart[data-painted]", timeout=240_000)
            painted = page.locator(".st-key-j_map .explorer-chart").get_attribute("data-painted")
            yield Row("first picture", time.perf_counter() - began, note=f"{painted} dots in sight")
            page.wait_for_timeout(6_000)
            page.locator(".st-key-j_map .modebar-btn[data-val=pan]").click(force=True)
            box = page.locator(".st-key-j_map .explorer-chart .nsewdrag").bounding_box()
            middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            runs: dict[str, list[tuple[list[float], list[float]]]] = {"the map": [], "a canvas alone": []}
            for _ in range(ROUNDS):
                runs["the map"].append(_dragged(page, *middle))
                runs["a canvas alone"].append(_dragged(plain, 500, 200))
        for name, found in runs.items():
            frames = sorted(frame for moving, _ in found for frame in moving)
            lost = [_lost(moving) for moving, _ in found]
            note = f"{len(frames)} frames of {ROUNDS} drags; lost in each: {', '.join(map(str, lost))}"
            yield Row(f"{name}: median frame while panning", frames[len(frames) // 2] / 1000, note=note)
            yield Row(f"{name}: 19 of 20 frames within", frames[int(0.95 * len(frames))] / 1000)
            ends = sorted(max(after) for _, after in found)
            yield Row(f"{name}: longest frame after the drag, median of {ROUNDS}", ends[len(ends) // 2] / 1000)
