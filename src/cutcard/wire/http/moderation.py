"""What moderators may do over HTTP, and the appeals of those they act on."""

from __future__ import annotations

from functools import partial

from .accounts import done
from .route import carries

_carries = partial(carries, part="moderation")

_carries("GET", "/api/admin/reports", "list_reports", "REPORTS")
_carries("GET", "/api/admin/reports/{report}", "one_report", "MOD_REPORT")
_carries("POST", "/api/admin/reports/{report}/settle", "settle_report", "MOD_SETTLE", says=done)
_carries("POST", "/api/admin/suspensions", "suspend", "MOD_SUSPEND", status=201)
_carries("POST", "/api/admin/bans", "ban", "MOD_BAN", status=201)
_carries("POST", "/api/admin/mutes", "mute", "MOD_MUTE", status=201)
_carries("POST", "/api/admin/names", "take_name", "MOD_TAKE_NAME", status=201)
_carries("POST", "/api/admin/sanctions/{sanction}/lift", "lift_sanction", "MOD_LIFT")
_carries("POST", "/api/admin/tables/{table}/close", "close_table", "MOD_CLOSE_TABLE", says=done)
_carries("GET", "/api/admin/users/{user}/sanctions", "record_of", "MOD_RECORD")
_carries("GET", "/api/admin/figures", "house_figures", "MOD_FIGURES")
_carries("GET", "/api/admin/acts", "trail_of_acts", "MOD_TRAIL")
_carries("GET", "/api/admin/appeals", "list_appeals", "MOD_APPEALS")
_carries("POST", "/api/admin/appeals/{appeal}/answer", "answer_appeal", "MOD_ANSWER", says=done)
_carries("POST", "/api/appeals", "appeal", "APPEAL", status=201)
