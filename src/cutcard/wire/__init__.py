"""Bytes to messages and back: one public port for the page, HTTP and `/ws`. Decides who is asking
and how much they may ask; what is asked, the house answers. No rule of any game is known here."""
