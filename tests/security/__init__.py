"""Security tests through a real server, and where each thing issue 6 must show is shown.

- Forged tokens: here `test_tokens.py`; tests/server/test_socket.py, tests/http/test_accounts.py,
  tests/lobby/test_sessions.py (every character changed, the hash itself, lengths).
- Expired, reused and foreign tokens: here `test_tokens.py`, over `/ws` and HTTP, also connections
  that were open when the session ended; tests/lobby/test_sessions.py.
- Claiming another's seat, saying one is a spectator, syncing another's view: here `test_seats.py`,
  over `/ws`, TCP and HTTP; tests/tcp/test_requests.py (actions), tests/server/test_play.py.
- What a spectator or a seat is sent at all: tests/taint.
- Flood: here `test_flood.py` (others' p99); tests/server/test_socket.py and
  tests/tcp/test_limits.py (refused, then closed; one address; guests),
  tests/server/test_hostile.py (100,000 bad frames).
- Slow readers: here `test_slow.py` (memory of a real server); tests/server/test_socket.py and
  tests/tcp/test_limits.py (closed at the bound, others are not).
- Slowloris: here `test_slow.py` (HTTP head, HTTP body, `/ws` handshake, first bytes, with the
  bounds people meet); tests/wire/test_door.py. TLS without a hello: tests/tcp/test_tls.py.
- Half-open connections: here `test_slow.py` (the others at the table are told);
  tests/server/test_socket.py (pinged, then closed), tests/tcp/test_limits.py (life signs).
- Frames over the limit: tests/server/test_socket.py (whole, in parts) and test_hostile.py.
- Origin: tests/server/test_socket.py (`/ws`), tests/http/test_tables.py (HTTP).
- Nothing secret in any log: tests/taint/test_logs.py (every game, all dialects, at debug level);
  tests/ops/test_logs.py and test_audit.py (log files and audit trail of a real server).
- Stalls, lists, limits, private tables, storage, failures, proxies: here, in the files of these
  names (issue 14); the adversary of `cutcard attack`: `test_attack.py`; names: tests/lobby.
"""
