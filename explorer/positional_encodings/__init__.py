"""Sinusoidal encodings: similarity, shift, learned and computed tables, and their successors RoPE and ALiBi."""
