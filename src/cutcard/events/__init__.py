"""Events in a server: each is a machine of `arena` whose log is in the store and whose tables are
tables of the house. `holder.py` is the place to begin."""
