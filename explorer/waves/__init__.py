"""Sinusoidal positions: similarity, the shift, learned and computed tables, and their successors RoPE and ALiBi."""
