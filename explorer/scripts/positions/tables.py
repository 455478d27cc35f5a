"""Scripts of the parts that compare tables: learned ones, candidates for a formula, and the sizes of rows."""

from __future__ import annotations

from explorer.scripts.positions.lines import script


def learned(source: str) -> str:
    """Facts of one shipped table; `source` is an expression such as "load_whisper().positions"."""
    return script(
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
            print(f"  row 0 to row 1: cosine {facts.steps[0]:.2f}; after row 0 the weakest step is", end=" ")
            print(f"from {step} to {step + 1}: cosine {facts.steps[step]:.2f}")
            print(f"  {facts.components_for(0.9)} of {len(facts.variance)} components hold 90 %,", end=" ")
            print(f"the first 3 {share(facts.variance[:3].sum())}")
        """,
    )


def formula(drawn: int) -> str:
    """The four candidates for the table of Whisper's encoder."""
    return script(
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
