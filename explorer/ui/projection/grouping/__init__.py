"""Groups of rows: chosen by the visitor or found by clustering, and what their members share."""
