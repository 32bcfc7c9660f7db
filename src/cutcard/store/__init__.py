"""Where tables are written down. `protocol` is what a store does, `sqlite` the one that ships."""
