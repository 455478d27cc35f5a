"""Where rooms are kept: an interface (`base`), its two forms (`sqlite`, a file; `redis`, a server), and a choice."""
