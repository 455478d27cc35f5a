"""Linear algebra that the subjects share: exact PCA, neighbours, map quality, one BLAS thread."""
