"""Where rooms are kept: one interface (`base`), and its two forms, a file (`sqlite`) and a server (`redis`)."""
