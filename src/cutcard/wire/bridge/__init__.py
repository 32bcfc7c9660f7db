"""Bridges between workers: a connection at one of them sits, plays and watches at tables of
another. What a client sends goes over as whole messages, what a table says comes back as whole
frames (rows S25-S30 of the design): the house stays as it is, in one process and without waiting.
"""
