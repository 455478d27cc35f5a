"""Where rooms are kept: an interface (`base`), its two forms (a file in `sqlite`, a server in `redis`), and a choice."""
