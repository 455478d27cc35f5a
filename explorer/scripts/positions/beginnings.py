"""Scripts of the three small pictures of the Positions page: each prints the numbers of its sentences."""

from __future__ import annotations

from explorer.scripts.positions.lines import script


def counting(radices: tuple[int, ...], place: int, places: int, *, jumping: bool = True) -> str:
    """Digits and turns of one place, and how far apart neighbours are with gliding and, where wanted, jumping hands."""
    measured = '"jump", "glide"' if jumping else '("glide",)  # how it is with the others comes after your guess'
    return script(
        """
        import numpy as np
        from explorer.waves.beginnings import Counter
        """,
        f"radices, place, places = {radices}, {place}, {places}  # marks of each dial, the fastest first\n"
        f"measured = {measured}",
        """
        counter = Counter(radices)
        print(f"place {place}, digits, the slowest first: {counter.digits(place)[::-1]}; since place 0, turns of hands")
        for kind, glide in (("jump", False), ("glide", True)):
            turns = counter.turns([place], glide=glide)[0][::-1]
            print(f"  that {kind}:", ", ".join(f"{turn:.3f}" for turn in turns))
            if kind not in measured:
                continue
            rows = counter.rows(np.arange(places + 1), glide=glide)  # sine and cosine of each hand
            apart = np.linalg.norm(np.diff(rows, axis=0), axis=1)
            print(f"  neighbours are {apart.min():.3f} to {apart.max():.3f} apart;", end=" ")
            print(f"{place} and {place + 1}: {apart[place]:.3f}, 0 and 1: {apart[0]:.3f},", end=" ")
            print(f"{radices[0] - 1} and {radices[0]}: {apart[radices[0] - 1]:.3f}")
        """,
    )


def plane(place: int, per_turn: int) -> str:
    """Sine and cosine of every place of a turn, and how many different ones there are."""
    return script(
        """
        import numpy as np
        from explorer.core.functional import sinusoidal
        from explorer.waves.beginnings import different
        """,
        f"place, per_turn = {place}, {per_turn}",
        """
        # Width 2 is one hand, with 2π positions per turn: stretch the places so that per_turn of them make a turn.
        rows = sinusoidal(np.arange(per_turn) * 2 * np.pi / per_turn, 2, dtype=np.float64)
        for at, (sine, cosine) in enumerate(rows):
            print(f"place {at}: sine {sine:.2f}, cosine {cosine:.2f}")
        print(f"place {place} of a turn of {per_turn} stands where {place % per_turn} does")
        print(f"{different(rows[:, :1])} different sines, {different(rows)} different pairs")
        """,
    )


def arrows(word: str, place: int) -> str:
    """A word's row, a position, their sum by the core's layer."""
    return script(
        """
        import numpy as np
        from explorer.core import EmbeddingLayer
        from explorer.waves.beginnings import WORDS
        """,
        f"word, place = {word!r}, {place}",
        """
        layer = EmbeddingLayer(len(WORDS), 2, max_seq_len=12, pos_encoding="sinusoidal")
        layer.token_embedding.weight.data[:] = list(WORDS.values())
        sums = layer([list(WORDS).index(word)] * 12).data
        row = np.array(WORDS[word])
        for at in sorted({0, 2, place}):
            position, total = sums[at] - row, sums[at]
            print(f"{word} ({row[0]:.2f}, {row[1]:.2f}) + place {at} ({position[0]:.2f}, {position[1]:.2f})", end=" ")
            print(f"= ({total[0]:.2f}, {total[1]:.2f}); the position is {np.linalg.norm(position):.2f} long")
        print(f"places 0 and 2 give sums {np.linalg.norm(sums[0] - sums[2]):.2f} apart")
        print(f"a whole turn is {2 * np.pi:.2f}")
        """,
    )
