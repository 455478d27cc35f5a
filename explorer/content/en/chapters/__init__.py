"""The chapters of the guided path, by what each is about; `path` puts them in order."""
