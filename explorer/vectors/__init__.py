"""Linear algebra that every subject shares: exact PCA, neighbours, what a flat picture keeps, one BLAS thread."""
