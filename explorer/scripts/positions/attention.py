"""Scripts of RoPE and ALiBi, which bring the place in where query and key are compared."""

from __future__ import annotations

from explorer.scripts.positions.lines import script


def rotary_turn(head_dim: int, base: float, position: int) -> str:
    """One query before and after it is turned to its position."""
    return script(
        """
        from explorer.nn.rotary import rotary_tables, rotate
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
    return script(
        "from explorer.waves.after import RotaryRequest, rotary_scores\nfrom explorer.wording import tiny",
        f"length, head_dim, base = {length}, {head_dim}, {base}\n",
        """
        scores = rotary_scores(RotaryRequest(length, head_dim, base))
        print(f"score at distance 0: {scores.curve[0]:.2f}")
        far = min(5, length - 1)
        print(f"key {far} before the query: {scores.curve[far]:.2f}, {far} after it: {scores.ahead[far]:.2f}")
        print(f"largest deviation from the offset alone: {tiny(scores.deviation)}")
        """,
    )


def alibi(heads: int, head: int, length: int, side: int) -> str:
    """Slopes of all heads and the bias of one."""
    return script(
        """
        from explorer.nn.bias import alibi_bias, alibi_slopes
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
