"""Views of the Gradients page, one part per file; `shared` holds what several of them ask of the visitor's text."""
