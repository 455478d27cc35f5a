"""Frame around the parts of a page: navigation, address, layout, panels, presenter mode, progress."""
