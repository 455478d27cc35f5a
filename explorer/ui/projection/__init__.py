"""The parts of the Projection page: which table, the map, its spectrum, word arithmetic, training, t-SNE and copies."""
