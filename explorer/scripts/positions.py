"""Scripts of the Positions page: each prints, from the core, the numbers that its part of the page shows."""

from __future__ import annotations

from textwrap import dedent


def _table(length: int, dim: int, base: float, layout: str) -> str:
    return f"length, dim, base, layout = {length}, {dim}, {base}, {layout!r}\n"


def _script(imports: str, settings: str, body: str) -> str:
    return f"{dedent(imports).strip()}\n\n{settings}{dedent(body).strip()}\n"


def heatmap(length: int, dim: int, base: float, layout: str) -> str:
    """The whole table, its first rows, and the wavelengths of its first and last pair."""
    return _script(
        """
        import numpy as np
        from explorer.core.functional import frequencies, sinusoidal
        """,
        _table(length, dim, base, layout),
        """
        table = sinusoidal(length, dim, base=base, layout=layout)
        print("shape", table.shape)
        print(table[:3, :8].round(4))
        wavelengths = 2 * np.pi / frequencies(dim, base=base)
        print(f"fastest wave {wavelengths[0]:,.2f} positions, slowest {wavelengths[-1]:,.2f}")
        """,
    )


def rows(length: int, dim: int, base: float) -> str:
    """Row 0, the two nearest rows, and one layout as a permutation of the other."""
    return _script(
        """
        import numpy as np
        from explorer.core.functional import sinusoidal
        from explorer.waves.closeness import Waves, closest_rows, to_concatenated
        """,
        _table(length, dim, base, "interleaved"),
        """
        table = sinusoidal(length, dim, base=base, layout=layout)
        halves = sinusoidal(length, dim, base=base, layout="concatenated")
        print("row 0:", table[0, :8].tolist())
        nearest = closest_rows(Waves(length, dim, base))
        print(f"nearest rows: {nearest.first} and {nearest.second}, {nearest.distance:.4g} apart")
        print("largest difference after reordering the columns:", np.abs(table[:, to_concatenated(dim)] - halves).max())
        """,
    )


def frequencies(length: int, dim: int, base: float, pairs: list[int]) -> str:
    """Frequency and wavelength of chosen pairs, and how many never come round."""
    return _script(
        """
        import numpy as np
        from explorer.core.functional import frequencies
        """,
        f"length, dim, base, pairs = {length}, {dim}, {base}, {pairs}\n",
        """
        omega = frequencies(dim, base=base)
        for i in pairs:
            print(f"pair {i}: {omega[i]:.4g} radians a position, wavelength {2 * np.pi / omega[i]:,.1f}")
        never = np.count_nonzero(omega * (length - 1) < 2 * np.pi)
        print(f"{never} of {len(omega)} pairs ({never / len(omega):.0%}) never complete a turn")
        """,
    )


def clocks(position: int, dim: int, base: float, pairs: list[int]) -> str:
    """Clock hands and binary digits at one position."""
    return _script(
        """
        import math
        from explorer.core.functional import frequencies, sinusoidal
        """,
        f"position, dim, base, pairs = {position}, {dim}, {base}, {pairs}\n",
        """
        row = sinusoidal([position], dim, base=base)[0]
        omega = frequencies(dim, base=base)
        for i in pairs:
            turns = position * omega[i] / (2 * math.pi)
            hand = row[2 * i : 2 * i + 2].round(4).tolist()
            print(f"pair {i}: {turns:.3f} turns, sine and cosine {hand}")
        print(f"position {position} in binary: {position:b}")
        """,
    )


def distance(length: int, dim: int, base: float, cosine: bool) -> str:
    """Likeness over distance, and how far it is from depending on the offset alone."""
    return _script(
        "from explorer.waves.closeness import Waves, closeness",
        f"waves = Waves({length}, {dim}, {base})\n",
        f"""
        result = closeness(waves, cosine={cosine})
        for k in (0, 1, 10, 100, 1000):
            if k < waves.length:
                print(f"distance {{k}}: {{result.curve[k]:.4f}}")
        print(f"largest deviation from the curve: {{result.deviation:.2g}}")
        """,
    )


def shift(length: int, dim: int, base: float, layout: str, k: int, pair: int, count: int) -> str:
    """The block of one pair in M_k, and the error of PE(p + k) = M_k PE(p) at `count` positions, or at all."""
    return _script(
        """
        import numpy as np
        from explorer.core.functional import shift_matrix
        from explorer.waves.closeness import Waves, pair_of_column
        from explorer.waves.shift import shift_errors
        """,
        f"waves, k, pair = Waves({length}, {dim}, {base}, {layout!r}), {k}, {pair}\n"
        f"count = {count}  # positions to compare at; {length} for every one\n",
        """
        columns = pair_of_column(waves.dim, waves.layout)[0] == pair
        print(shift_matrix(k, waves.dim, base=waves.base, layout=waves.layout)[columns][:, columns].round(4))
        positions = np.array([round(i * (waves.length - 1) / max(count - 1, 1)) for i in range(count)])
        print(f"largest error at {count} positions: {shift_errors(waves, k, positions).max():.2g}")
        """,
    )


def fit(length: int, dim: int, base: float, k: int, ridge: float) -> str:
    """A linear map fitted below `length`, judged there and beyond."""
    return _script(
        """
        from explorer.waves.closeness import Waves
        from explorer.waves.shift import FitRequest, fit_shift
        """,
        "",
        f"""
        fit = fit_shift(FitRequest(Waves({length}, {dim}, {base}), k={k}, ridge={ridge}))
        print(f"R² inside {{fit.inside:.3f}}, beyond {{fit.beyond:.3f}}")
        """,
    )


def learned(source: str) -> str:
    """Facts of one shipped table; `source` is an expression such as "load_whisper().positions"."""
    return _script(
        f"""
        import numpy as np
        from explorer.data import {source.split("(")[0]}
        from explorer.core.functional import sinusoidal
        from explorer.waves.tables import table_facts
        """,
        f"table = {source}\n",
        """
        for name, rows in (("this table", table), ("sinusoidal", sinusoidal(*table.shape))):
            facts = table_facts(rows)
            print(name, table.shape)
            print("  mean cosine at distance 1, 4, 16, 64, 128:", facts.curve[[1, 4, 16, 64, 128]].round(2).tolist())
            print(f"  explained by the offset alone: {facts.offset_share:.0%}")
            print(f"  row 0 is {facts.zero_stands_out:.2f} times as long as the median row")
            print(f"  components that hold 90 % of the variance: {facts.components_for(0.9)}")
        """,
    )


def formula() -> str:
    """The four candidates for the table of Whisper's encoder."""
    return _script(
        """
        from explorer.data import load_whisper
        from explorer.waves.tables import candidate_errors
        """,
        "",
        """
        for (layout, denominator), error in candidate_errors(load_whisper().sinusoids).items():
            print(f"{layout}, denominator {denominator}: largest difference {error:.4f}")
        """,
    )


def scale(vocab_size: int, dim: int) -> str:
    """Start bounds, and the lengths of rows drawn within them."""
    return _script(
        """
        import math
        import numpy as np
        from explorer.waves.scale import start_bounds, norm_range
        from explorer.core.functional import sinusoidal
        """,
        f"vocab_size, dim = {vocab_size}, {dim}\n",
        """
        bounds = start_bounds(vocab_size, dim)
        print(f"token entries ±{bounds.token:.4f}, position entries ±{bounds.position:.4f}, ratio {bounds.ratio:.1f}")
        print(f"sinusoidal rows: {norm_range(sinusoidal(512, dim)).median:.3g}; sqrt(D) = {math.sqrt(dim):.3g}")
        """,
    )


def rotary_turn(head_dim: int, base: float, position: int) -> str:
    """One query before and after it is turned to its position."""
    return _script(
        """
        from explorer.core.functional import rotary_tables, rotate
        from explorer.waves.closeness import Waves
        from explorer.waves.after import query_and_key
        """,
        f"head_dim, base, position = {head_dim}, {base}, {position}\n",
        """
        query, _ = query_and_key(head_dim, seed=0)
        turned = rotate(query[None], *rotary_tables([position], head_dim, base=base))[0]
        angles = position * Waves(1, head_dim, base).frequencies
        for pair in sorted({round(i * (head_dim // 2 - 1) / 4) for i in range(5)}):
            before, after = query[2 * pair : 2 * pair + 2], turned[2 * pair : 2 * pair + 2]
            print(f"pair {pair} turns by {angles[pair]:,.3g}: {before.round(4).tolist()} → {after.round(4).tolist()}")
        """,
    )


def rotary_scores(length: int, head_dim: int, base: float) -> str:
    """Scores of one query and one key after rotation, at all distances."""
    return _script(
        "from explorer.waves.after import RotaryRequest, rotary_scores",
        f"length, head_dim, base = {length}, {head_dim}, {base}\n",
        """
        scores = rotary_scores(RotaryRequest(length, head_dim, base))
        print(f"score at distance 0: {scores.curve[0]:.4f}")
        print(f"largest deviation from the offset alone: {scores.deviation:.2g}")
        """,
    )


def alibi(heads: int, head: int, length: int) -> str:
    """Slopes of all heads and the bias of one."""
    return _script(
        "from explorer.core.functional import alibi_bias, alibi_slopes",
        f"heads, head, length = {heads}, {head}, {length}\n",
        """
        print("slopes:", alibi_slopes(heads).round(6).tolist())
        print(f"head {head} at distance {length - 1}: {alibi_bias(heads, 1, length)[head, 0, 0]:.4g}")
        """,
    )
