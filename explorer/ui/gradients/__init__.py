"""The parts of the Gradients page, one per file; `shared` has the text controls that several of them use."""
