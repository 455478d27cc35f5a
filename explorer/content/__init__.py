"""The texts of the guide as data: chapters, glossary, questions."""
