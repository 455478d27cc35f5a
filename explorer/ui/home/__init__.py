"""The Home page: the whole pipeline of the visitor's sentence on one screen, and links to the other pages."""
