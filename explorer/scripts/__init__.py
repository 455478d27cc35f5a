"""The short scripts behind "Show the code": each function returns a program that prints the numbers on the screen."""
