"""The parts of the Gradients page, one per file; `text_controls` has the text controls that several of them use."""
