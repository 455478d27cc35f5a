"""Scripts of the parts about words: analogies, a training and its beginning, smaller copies."""

from __future__ import annotations

from explorer.scripts.projection.loading import OwnFile, load


def analogy(name: str | OwnFile, words: tuple[str, str, str], exclude: bool) -> str:
    """One analogy, and the accuracy on the Google set."""
    return f"""{load(name)}
from explorer.data import load_analogies
from explorer.vectors.neighbours import cosines
from explorer.vectors.view import unit_rows
from explorer.wording import share
from explorer.words.analogies import ask, complete, scores, together
from explorer.words.pairs import spread
from explorer.words.parallelogram import corners

a, b, c = (table.find(word) for word in {words!r})
best = complete(table.vectors, a, b, c, 5, exclude_inputs={exclude}, allowed=table.whole)
for row, cosine in zip(best.ids, best.values):
    print(table.words[row], "{{:.3f}}".format(cosine))
three = unit_rows(table.vectors[[a, b, c]])
for word, cosine in zip({words!r}, cosines(three, (three[1] - three[0] + three[2])[None])[:, 0]):
    print("given:", word, "{{:.3f}}".format(cosine))
print("all rows with length 1; best answer off the plane:", end=" ")
print("{{:.2f}}".format(corners(table.vectors, [a, b, c], best.ids[:1])[1][4]))
answers = ask(table.vectors, table.find, load_analogies(), allowed=table.whole)
sections = scores(answers)
every = together(sections)


def interval(found):
    return f"{{share(found.low, digits=3)}} to {{share(found.high, digits=3)}}, {{found.pairs:,}} pairs"


if every.asked:
    for number, score in enumerate(sections):
        if score.asked:
            print(f"{{score.section}}: {{share(score.accuracy, digits=3)}}, 95 %:", interval(spread(answers, number)))
    drawn = spread(answers)
    how = "Clopper–Pearson, each pair one trial" if drawn.alike else "of 2,000 draws of the pairs"
    print(f"all, 95 % ({{how}}):", interval(drawn))
    print(f"{{every.right:,}} of {{every.asked:,}} questions:", share(every.accuracy, digits=3))
    print(f"of all {{every.total:,}} questions:", share(every.right, every.total, 3))
    print("without a word of theirs:", f"{{every.total - every.asked:,}}")
    print("with the given words allowed:", share(every.right_with_inputs, every.asked, 3))
    print("then answered by one of them:", share(every.echoes, every.asked, 3))
"""


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


def copies(name: str | OwnFile) -> str:
    """Bytes, largest error and neighbours kept of smaller copies."""
    return f"""{load(name)}
from explorer.wording import decimal, number, share
from explorer.words.copies import KINDS, compare

for kind in KINDS:
    copy = compare(table.vectors, kind)
    print(kind, f"{{copy.nbytes:,}} bytes, {{decimal(copy.nbytes)}}, largest error {{number(copy.largest_error)}},")
    print("  kept", share(copy.kept, digits=3), "of", copy.k, "nearest, for", copy.examined, "rows")
    print("  with the mean row taken off", share(copy.kept_centred, digits=3), end=" ")
    print(f"± {{100 * copy.margin:.1f}} percentage points (95 %)")
"""
