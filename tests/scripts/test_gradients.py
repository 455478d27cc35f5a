"""Each script of the Gradients page runs and prints what the page computes."""

import re

import numpy as np

from explorer.gradients import batch, blackboard, touched, toy
from explorer.gradients import step as steps
from explorer.scripts import gradients as scripts
from tests.support import run_script

TEXT = "the cat \"and\" the 'dog'\n\\ the 🙂"


def test_rows():
    said = run_script(scripts.rows(TEXT, "gpt2", batch.RANDOM, 8))
    words = batch.read(TEXT, "gpt2")
    numbers = batch.summarise(words, batch.weight_gradient(words, batch.output_gradient(words, 8, batch.RANDOM)))
    assert f"{numbers.tokens} tokens touch {numbers.rows} of 50257 rows: {numbers.share:.3%}" in said
    assert f"{numbers.sparse_bytes} bytes as touched rows, 1608224 as a whole table" in said


def test_step():
    said = run_script(scripts.step(TEXT, "gpt2", steps.ADAM, 0.1)).splitlines()
    done = steps.one_step(
        batch.read(steps.EARLIER, "gpt2"),
        batch.read(TEXT, "gpt2"),
        width=8,
        law=batch.RANDOM,
        optimizer=steps.ADAM,
        lr=0.1,
    )
    assert said[0] == f"rows changed: {done.moved_sparse} (touched rows only), {done.moved_dense} (whole table)"
    printed = [[float(x) for x in line.split()[-2:]] for line in said[1:]]
    far = np.stack([done.distance(done.sparse), done.distance(done.dense)], axis=1)
    assert np.allclose(printed, far, rtol=1e-3)


def test_books():
    said = run_script(scripts.books("mobydick", 4096))
    curve = touched.results()["mobydick"]["gpt2"]
    assert f"gpt2 {curve.share[curve.sizes.index(4096)]:.2%}" in said
    assert "gpt2, measured again: True" in said
    assert f"rows never read: {curve.vocab_size - curve.distinct}" in said


def test_ways():
    for source in ("your text", "all rows alike"):
        said = run_script(scripts.ways(source, 256, 16, TEXT if source == "your text" else "", "gpt2"))
        assert said.count("same bits: True") == 4


def test_blackboard():
    for ids, scale, positions in (((5, 10, 10, 5), True, True), ((1, 1, 2), False, True), ((0,), True, False)):
        said = run_script(scripts.blackboard(ids, scale, positions))
        board = blackboard.work(ids, scale=scale, positions=positions)
        before, after = said.split(" of 12 rows get a gradient other than 0: ")
        parts = [board.out, board.weight_grad] + ([board.positions_grad] if positions else [])
        numbers = [float(x) for x in re.findall(r"-?\d+\.?\d*", before)]
        assert numbers == [*np.concatenate(parts).ravel().tolist(), len(board.learns)]
        moved = [float(x) for x in re.findall(r"-?\d+\.?\d*", after.split("length 1")[1])]
        assert moved == board.moved.ravel().tolist()
        assert str([(row, blackboard.WORDS[row]) for row in board.learns]) in after


def test_training():
    said = run_script(scripts.training(toy.TEXT, "Adam", toy.TIED, 60, 0.03))
    run = toy.train(toy.Request(output=toy.TIED, steps=60))
    assert f"loss {run.loss[0]:.3f} -> {run.loss[-1]:.3f}" in said
    assert f"at most {run.most_at_once} of {len(run.words)} rows" in said
    assert re.search(rf"zebra\s+never\s+{run.distance[run.words.index('zebra')]:.4f}", said)
