"""Tables: `words` (what is said), `table` (one table without I/O), `house` (all of them)."""
