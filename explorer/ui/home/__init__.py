"""The Home page: the whole chain of the visitor's sentence on one screen, and the pages to go on to."""
