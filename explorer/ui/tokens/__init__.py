"""The Tokens page: what the visitor typed (`typed`), its token strip, and one module for each part of the page."""
