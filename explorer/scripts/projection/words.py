"""Scripts of the parts about words: a training and its beginning, smaller copies."""

from __future__ import annotations


def train(module: str, request: str) -> str:
    """A run of word vectors and the neighbours of a few words."""
    return f"""from explorer.vectors.neighbours import cosine_neighbours
from explorer.training.{module} import *
from explorer.training.wordvec import Corpus

for record in train({request}):
    print(record.step, "of", record.steps, record.phase, "loss {{:.3f}}".format(record.loss))
print(f"{{len(record.words):,}} words")
for word in record.words[100:110]:
    near = cosine_neighbours(record.vectors, record.words.index(word), 5).ids
    print(word, "nearest by cosine:", [record.words[row] for row in near])
"""


def start(request: str) -> str:
    """What a training of word vectors begins from."""
    return f"""from explorer.training.skipgram import *
from explorer.training.wordvec import Corpus
from explorer.wording import share
from explorer.words.motion import plane_of

first = start({request})
rows = first.snapshot.astype("float32")
print(f"the rows of the {{len(rows):,}} most frequent words, of {{len(first.words):,}}; {{rows.shape[1]}} numbers each")
print("the two directions drawn hold", share(plane_of(rows).held(rows)), "of the variance")
"""
