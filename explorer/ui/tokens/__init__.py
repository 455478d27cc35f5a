"""The Tokens page: the visitor's text (`tokenized_text`), its token strip, and a module for each part of the page."""
