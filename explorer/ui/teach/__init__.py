"""The page for teachers: a plan, changing it, presenting it with notes, a handout, and where to let the app run."""
