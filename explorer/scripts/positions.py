"""Scripts of the Positions page: each prints, from the core, the numbers that its part of the page shows."""

from __future__ import annotations

from textwrap import dedent


def _table(length: int, dim: int, base: float, layout: str) -> str:
    return f"length, dim, base, layout = {length}, {dim}, {base}, {layout!r}\n"


def _script(imports: str, settings: str, body: str) -> str:
    return f"{dedent(imports).strip()}\n\n{settings}{dedent(body).strip()}\n"


def heatmap(length: int, dim: int, base: float, layout: str, window: tuple[int, int, int, int]) -> str:
    """The table's beginning, what a cell of the picture stands for, and the wavelengths of its first and last pair."""
    return _script(
        """
        import numpy as np
        from explorer.core.functional import frequencies, sinusoidal
        from explorer.waves.closeness import Waves
        from explorer.waves.window import Window, drawn
        """,
        _table(length, dim, base, layout) + f"first, last, left, right = {window}  # the part of the table in sight\n",
        """
        table = sinusoidal(length, dim, base=base, layout=layout)
        print("shape", table.shape, "base", base)
        print(table[:3, :8].round(4))
        view = drawn(Waves(length, dim, base, layout), Window(first, last, left, right))
        print(f"a cell is {view.per_row} positions by {view.per_column} neighbouring pairs")
        wavelengths = 2 * np.pi / frequencies(dim, base=base)
        print(f"fastest: pair 0, a turn in {wavelengths[0]:,.2f} positions;", end=" ")
        print(f"slowest: pair {len(wavelengths) - 1}, in {wavelengths[-1]:,.0f}")
        """,
    )


def rows(length: int, dim: int, base: float, compared: int) -> str:
    """Row 0, the two nearest rows, rows in general, and one layout as a permutation of the other."""
    return _script(
        """
        import numpy as np
        from explorer.core.functional import sinusoidal
        from explorer.waves.closeness import Waves, pair_of_column, to_concatenated
        from explorer.waves.nearest import apart_in_general, closest_rows
        """,
        _table(length, dim, base, "interleaved") + f"compared = {compared}  # rows whose columns are put in order\n",
        """
        waves = Waves(length, dim, base)
        table = sinusoidal(length, dim, base=base, layout=layout)
        print("shape", table.shape, "base", base, "in the picture", table[:8, :6].shape)
        print("row 0:", table[0, :8].tolist())
        if length > 1:
            nearest, general = closest_rows(waves), apart_in_general(waves)
            print(f"nearest of {length * (length - 1) // 2:,} pairs: {nearest.first} and {nearest.second},", end=" ")
            print(f"{nearest.distance:.4g} apart; the median of {general.rows} rows is {general.median:.4g},", end=" ")
            print(f"the farthest {general.most:.4g}; a turn takes {2 * np.pi:.2f}")
        order, pairs = to_concatenated(dim), pair_of_column(dim, "concatenated")[0]
        print("columns in halves:", order[:6].tolist(), "…", order[-3:].tolist())
        print("their pairs:", pairs[:6].tolist(), "…", pairs[-3:].tolist())
        some = [round(i * (length - 1) / max(compared - 1, 1)) for i in range(compared)]
        halves = sinusoidal(some, dim, base=base, layout="concatenated")
        error = np.abs(sinusoidal(some, dim, base=base)[:, order] - halves).max()
        print(f"largest difference over {compared} rows after reordering the columns: {error:.3g}")
        """,
    )


def frequencies(length: int, dim: int, base: float, pairs: list[int], drawn: int) -> str:
    """Frequency and wavelength of chosen pairs, how many never come round, and what doubling the base does."""
    return _script(
        """
        import numpy as np
        from explorer.core.functional import frequencies
        from explorer.wording import share
        """,
        f"length, dim, base, pairs, drawn = {length}, {dim}, {base}, {pairs}, {drawn}\n",
        """
        omega = frequencies(dim, base=base)
        wavelengths = 2 * np.pi / omega
        print(f"D = {dim}: wavelengths from {wavelengths[0]:.2f} to {wavelengths[-1]:,.0f}", end="; ")
        print(f"{drawn} of {length} positions are drawn")
        for i in pairs:
            speed = f"{omega[i]:.4g} {'radian' if omega[i] == 1 else 'radians'} per position"
            print(f"pair {i}: {speed}, a turn in {wavelengths[i]:,.1f}")
        never = np.count_nonzero(omega * (length - 1) < 2 * np.pi)
        print(f"{never} of {len(omega)} pairs ({share(never, len(omega))}) never complete a turn")
        double = omega / frequencies(dim, base=2 * base)
        for i in sorted({0, len(omega) // 2, len(omega) - 1}):
            print(f"with base {2 * base:.0f}, pair {i} takes {double[i]:.2f} times as long")
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
            print(f"pair {i}: {turns:.2f} turns, sine and cosine {hand}")
        print(f"position {position} in binary: {position:b}")
        """,
    )


def hand(position: int) -> str:
    """The tip of the fastest hand at one position, in degrees and as sine and cosine."""
    return _script(
        """
        import math
        from explorer.core.functional import sinusoidal
        """,
        f"position = {position}\n",
        """
        turned = math.degrees(position)
        print(f"1 radian is {math.degrees(1):.1f} degrees; {position} positions turn the hand by {turned:.1f}")
        print(f"{360 - turned:.1f} degrees short of 360")
        across, up = sinusoidal([position], 2)[0]
        print(f"tip at {across:.3f}, {up:.3f}")
        """,
    )


def distance(length: int, dim: int, base: float, cosine: bool) -> str:
    """Likeness over distance, how far it is from depending on the offset alone, and rows 0 and 6,283."""
    return _script(
        """
        import numpy as np
        from explorer.waves.closeness import Waves, came_back, closeness
        """,
        f"waves = Waves({length}, {dim}, {base})\n",
        f"""
        result = closeness(waves, cosine={cosine})
        print(f"one position in {{result.step}}, {{len(result.positions)}} in all")
        for k in (0, 1, 10, 100, 1000):
            if k < waves.length:
                print(f"distance {{k}}: {{result.curve[k]:.4f}}")
        print(f"largest deviation from the curve: {{result.deviation:.2g}}")
        first, far = waves.rows([0, 6283])
        back = came_back(waves, 6283)
        print(f"6283 positions on {{back[1:].sum()}} of {{len(back) - 1}} slower hands are near their start;", end=" ")
        print(f"cosine {{first @ far / max(np.linalg.norm(first) * np.linalg.norm(far), 1e-300):.3f}}")
        """,
    )


def shift(length: int, dim: int, base: float, layout: str, k: int, pair: int, count: int, drawn: int) -> str:
    """The block of one pair in M_k, and the error of PE(p + k) = M_k PE(p) at `count` positions, or at all."""
    return _script(
        """
        import numpy as np
        from explorer.core.functional import shift_matrix
        from explorer.waves.closeness import Waves, pair_of_column
        from explorer.waves.shift import shift_errors
        """,
        f"waves, k, pair = Waves({length}, {dim}, {base}, {layout!r}), {k}, {pair}\n"
        f"count = {count}  # positions to compare at; {length} for every one\n"
        f"drawn = {drawn}  # pairs in the picture\n",
        """
        matrix = shift_matrix(k, waves.dim, base=waves.base, layout=waves.layout)
        columns = pair_of_column(waves.dim, waves.layout)[0] == pair
        block = matrix[columns][:, columns]
        print(f"pair {pair} turns by {k * waves.frequencies[pair]:.4g} radians:", block.shape)
        print(block.round(4))
        print(f"M for k = {k}: {matrix.shape}, {matrix.size} numbers, at most {2 * waves.dim} of them not 0;", end=" ")
        print(f"{drawn} pairs are drawn")
        positions = np.array([round(i * (waves.length - 1) / max(count - 1, 1)) for i in range(count)])
        worst = shift_errors(waves, k, positions).max()
        print(f"largest error at {count} positions: {worst:.2g} ({waves.length} in all)")
        """,
    )


def fit(length: int, dim: int, base: float, k: int, ridge: float) -> str:
    """A linear map fitted below `length`, judged there and beyond, by wavelength."""
    return _script(
        """
        from explorer.waves.closeness import Waves
        from explorer.waves.shift import FitRequest, error_groups, fit_shift
        from explorer.wording import number
        """,
        f"length = {length}\n",
        f"""
        fit = fit_shift(FitRequest(Waves(length, {dim}, {base}), k={k}, ridge={ridge}))
        print(f"R² inside {{fit.inside:.3f}}, beyond, at {{length}} to {{2 * length - 1}}, {{fit.beyond:.3f}}", end=" ")
        print("(1: no error; 0: the mean row)")
        print(f"positions 0 to {{length - 1}}: error at most {{number(fit.inside_error.max(), 2)}} in any wave")
        names = f"up to L/6 = {{number(length / 6)}}", "from there to L", "over L"
        for name, group in zip(names, error_groups(fit, length)):
            print(f"beyond, waves {{name}}: {{number(group.error, 2)}} ({{group.pairs}} pairs)")
        """,
    )


def learned(source: str) -> str:
    """Facts of one shipped table; `source` is an expression such as "load_whisper().positions"."""
    return _script(
        f"""
        import numpy as np
        from explorer.data import {source.split("(")[0]}
        from explorer.core.functional import sinusoidal
        from explorer.waves.tables import largest_rise, table_facts
        from explorer.wording import share
        """,
        f"table = {source}\n",
        """
        for name, rows in (("this table", table), ("sinusoidal", sinusoidal(*table.shape))):
            facts = table_facts(rows)
            step, half = facts.weakest_step, facts.curve[: len(rows) // 2]
            rise = largest_rise(half)
            print(name, table.shape)
            some = [f"{facts.curve[k]:.2f}" for k in (1, 4, 16, 64, 128)]
            print("  mean cosine at distance 1, 4, 16, 64, 128:", *some)
            print(f"  explained by the offset alone: {share(facts.offset_share)}")
            print(f"  row 0 is {facts.norms[0]:.3g} long, {facts.zero_stands_out:.2f} times the median of", end=" ")
            print(f"the others, {np.median(facts.norms[1:]):.3g}; waves: √({table.shape[1]} / 2)")
            print(f"  largest rise of the mean cosine up to distance {len(half) - 1}:", end=" ")
            print(f"{rise.by:.2f} from {rise.start} to {rise.end}")
            print(f"  weakest step, from {step} to {step + 1}: cosine {facts.cosines[step, step + 1]:.2f}")
            print(f"  {facts.components_for(0.9)} of {len(facts.variance)} components hold 90 %,", end=" ")
            print(f"the first 3 {share(facts.variance[:3].sum())}")
        """,
    )


def formula(drawn: int) -> str:
    """The four candidates for the table of Whisper's encoder."""
    return _script(
        """
        from explorer.data import load_whisper
        from explorer.waves.tables import candidate_errors
        """,
        "table = load_whisper().sinusoids\n",
        f"""
        print(f"{{len(table)}} positions, the first {drawn} are drawn")
        for (layout, denominator), error in candidate_errors(table).items():
            print(f"{{layout}}, exponent 2 i / ({{denominator}}): largest difference {{error:.4f}}")
        """,
    )


def scale(vocab_size: int, dim: int) -> str:
    """Start bounds, and the lengths of rows drawn within them."""
    return _script(
        """
        import math
        from explorer.data import load_whisper
        from explorer.waves.scale import SAMPLE, fresh_uniform, norm_range, sinusoidal_norms, start_bounds
        from explorer.wording import number
        """,
        f"vocab_size, dim = {vocab_size}, {dim}\n",
        """
        bounds = start_bounds(vocab_size, dim)
        print(f"token entries ±{bounds.token:.4f}, position entries ±{bounds.position:.4f}", end=", ")
        print(f"ratio {bounds.ratio:.3g}; √(6/(V + D)) and √(2/D) are equal at V = 2D = {2 * dim}")
        token, wave, root = fresh_uniform(dim, bounds.token), sinusoidal_norms(SAMPLE, dim), math.sqrt(dim)
        print(f"V = {vocab_size}, D = {dim}: a token row is {token.median:.3g} long,", end=" ")
        print(f"a sinusoidal one {wave.median:.3g}, {wave.median / token.median:.3g} times;", end=" ")
        print("symbols are medians, bars 5 to 95 %")
        scaled = token.times(root).median
        print(f"times √D = {root:.3g} the token row is {scaled:.3g}; the sinusoidal row is", end=" ")
        print(f"{number(wave.median / scaled, 2)} times as long, the token row {number(scaled / wave.median, 2)} times")
        tokens = load_whisper().tokens
        print(f"Whisper's {len(tokens)} token rows of width {tokens.shape[1]}: median {norm_range(tokens).median:.3g}")
        """,
    )


def rotary_turn(head_dim: int, base: float, position: int) -> str:
    """One query before and after it is turned to its position."""
    return _script(
        """
        from explorer.core.functional import rotary_tables, rotate
        from explorer.waves.closeness import Waves
        from explorer.waves.after import query_and_key
        from explorer.wording import number
        """,
        f"head_dim, base, position = {head_dim}, {base}, {position}\n",
        """
        query, _ = query_and_key(head_dim, seed=0)
        turned = rotate(query[None], *rotary_tables([position], head_dim, base=base))[0]
        angles = position * Waves(1, head_dim, base).frequencies
        for pair in sorted({round(i * (head_dim // 2 - 1) / 4) for i in range(5)}):
            before, after = query[2 * pair : 2 * pair + 2], turned[2 * pair : 2 * pair + 2]
            print(f"pair {pair} turns by {number(angles[pair])}:", end=" ")
            print(f"{before.round(4).tolist()} → {after.round(4).tolist()}")
        """,
    )


def rotary_scores(length: int, head_dim: int, base: float) -> str:
    """Scores of one query and one key after rotation, at all offsets."""
    return _script(
        "from explorer.waves.after import RotaryRequest, rotary_scores",
        f"length, head_dim, base = {length}, {head_dim}, {base}\n",
        """
        scores = rotary_scores(RotaryRequest(length, head_dim, base))
        print(f"score at distance 0: {scores.curve[0]:.2f}")
        far = min(5, length - 1)
        print(f"key {far} before the query: {scores.curve[far]:.2f}, {far} after it: {scores.ahead[far]:.2f}")
        print(f"largest deviation from the offset alone: {scores.deviation:.2g}")
        """,
    )


def alibi(heads: int, head: int, length: int, side: int) -> str:
    """Slopes of all heads and the bias of one."""
    return _script(
        """
        from explorer.core.functional import alibi_bias, alibi_slopes
        from explorer.waves.after import alibi_rule
        from explorer.wording import number
        """,
        f"heads, head, length, side = {heads}, {head}, {length}, {side}\n",
        """
        slopes, (first, rest) = alibi_slopes(heads), alibi_rule(heads)
        print(f"slopes of {heads} heads:", ", ".join(number(slope, 4) for slope in slopes))
        print(f"{first} slopes of {first} heads, {rest} of {2 * first}; the steepest is head {slopes.argmax()}")
        print(f"head {head} at distance {length - 1}: {number(alibi_bias(heads, 1, length)[head, 0, 0], 4)}", end="; ")
        print(f"positions 0 to {side - 1} are drawn, {side} in all")
        """,
    )
