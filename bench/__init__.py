"""What script/bench runs: figures of ours, beside peers where there are any. Asserts nothing."""
