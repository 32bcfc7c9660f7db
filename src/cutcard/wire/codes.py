"""Why somebody is refused or sent away: every code of the wire, with its sentence for PROTOCOL.md.
A game adds codes of its own."""

from __future__ import annotations

import msgspec

from cutcard.games import UnknownGame
from cutcard.kernel.game import Illegal
from cutcard.table.words import Refusal

from .envelope import MAX_FRAME, ErrorBody

REPLACED, TOO_SLOW, FLOOD, SILENT, LOGGED_OUT, BANNED = 4001, 4002, 4003, 4004, 4005, 4006
TOO_BIG, SHUTTING_DOWN, BROKEN = 1009, 1012, 1002
CLOSES = {
    REPLACED: "A second connection of yours took the seat; do not come back by yourself.",
    TOO_SLOW: "You did not read what was sent; only our log says so, there is no way to tell you.",
    FLOOD: "You went on sending after many RATE_LIMITED, or opened too many connections.",
    SILENT: "No life sign, or no AUTH in time.",
    LOGGED_OUT: "Your session has ended; log in again.",
    BANNED: "You, or your address, are kept out; an ERROR before it says why and until when.",
    TOO_BIG: f"A message over {MAX_FRAME} bytes.",
    SHUTTING_DOWN: "The server is stopping; come back, every game goes on.",
    BROKEN: "No WebSocket frame, or one out of order.",
}
REASONS = {
    REPLACED: "replaced",
    TOO_SLOW: "slow",
    FLOOD: "flood",
    SILENT: "silent",
    LOGGED_OUT: "logged out",
    BANNED: "banned",
    TOO_BIG: "oversize",
    SHUTTING_DOWN: "shutdown",
    BROKEN: "broken",
}
CODES = {
    "INVALID_REQUEST": "It cannot be read: no JSON or MessagePack, a field missing or of the "
    "wrong type, options or a move the game does not have.",
    "UNKNOWN_TYPE": "No request is called that.",
    "UNSUPPORTED_VERSION": "`v` is not 1.",
    "NOT_AUTHENTICATED": "AUTH comes first; or nobody has this token.",
    "INVALID_CREDENTIALS": "The name or the password is wrong.",
    "CODE_REQUIRED": "The password is right; the code of the second factor is missing.",
    "INVALID_CODE": "The code is wrong, too old, or was used before.",
    "CONFIRMATION_REQUIRED": "A letter with a code was sent; sign up again with it.",
    "WEAK_PASSWORD": "Everybody tries this password first, or it is hardly more than your name.",
    "NAME_TAKEN": "An account has this name.",
    "REGISTRATION_CLOSED": "This server takes no new accounts.",
    "INVITATION_REQUIRED": "Signing up here needs a valid invitation.",
    "FORBIDDEN": "Only an admin or a moderator may do that, or the table's host.",
    "BANNED": "You are suspended or banned, or your address is. `details`: `kind`, `why`, `until` "
    "(epoch ms; without it for good), `appeal` (the code for APPEAL) and `answer` (to your last "
    "appeal).",
    "MUTED": "You may not talk; `details` as with BANNED.",
    "UNWANTED_WORD": "It has a word that this house does not want.",
    "NOT_FOUND": "There is nothing of that number or code.",
    "NO_SUCH_PLAYER": "Nobody here has this name or id.",
    "NO_SUCH_SESSION": "You have no such session; it may have ended already.",
    "NOT_ENOUGH_CHIPS": "Your balance does not cover it.",
    "RATE_LIMITED": "Too many messages, new guests, tables, log-ins or accounts; send it again "
    "later. Where it is known when, `retryAfter` in its details is in seconds.",
    "GAME_NOT_FOUND": "No such table or match; or the table plays another match by now.",
    "INVALID_PLAYER": "You have no seat there.",
    "INVALID_GAME_STATE": "Not now: the match has not begun, is under way, or is over.",
    "NOT_YOUR_TURN": "Another seat is to act.",
    "NOT_YOURS": "Only the table's clock may do that.",
    "GAME_OVER": "The deal is over.",
    "STALE": "`seq` is older than the update in which you last came to act: look, then decide.",
    "TABLE_FULL": "No seat is free.",
    "SEAT_TAKEN": "Somebody else has that seat.",
    "CANNOT_LEAVE": "The game lets nobody leave now.",
    "NOT_WATCHABLE": "This table takes no spectators.",
    "REMATCH_DISABLED": "This table plays no rematch.",
    "UNDO_OFF": "Nothing is taken back in this game, or where a bot plays.",
    "UNDO_LATE": "Something hidden was told or drawn since, the time for that move is over, or 20"
    " moves were taken back in this deal already.",
    "KICKED": "The host has sent you away from this table.",
    "BLOCKED": "One of you has blocked the other.",
    "NOT_ONLINE": "They are not here.",
    "ALREADY_PLAYING": "They are in a match; or you play a ranked one, and look for no other.",
    "ALREADY_FRIENDS": "You are friends already.",
    "ALREADY_SENT": "You have asked them already, and they have not answered.",
    "NOT_FRIENDS": "You are not friends.",
    "NO_SUCH_INVITE": "No such invitation waits for your answer.",
    "NO_SUCH_CHALLENGE": "No such challenge stands any more.",
    "ALREADY_WAITING": "You are looking for a match already.",
    "NOT_WAITING": "You are not looking for a match.",
    "MATCH_COOLDOWN": "You were not ready for a match that was found, or left three ranked ones; "
    "`details` has `inMs`, after which you may look again.",
    "ALREADY_PAIRED": "You, or they, are in a party of two already.",
    "NO_SUCH_PARTY": "No such invitation to a party stands any more; or you are in none.",
    "FAIR_OFF": "This table's deals, or this deal, are not proved.",
    "FAIR_LATE": "The deal takes no pledges or shares, or no more.",
    "FAIR_WRONG": "This is not the share you pledged.",
    "FAIR_BARRED": "You withheld shares twice of late; your next 20 deals are dealt without.",
    "EVENT_NOT_FOUND": "There is no such event.",
    "NOT_OPEN_YET": "Registration has not opened yet, or the event has not started.",
    "ENTRY_CLOSED": "Nobody may enter this event any more.",
    "ALREADY_REGISTERED": "You are in this event already.",
    "NOT_REGISTERED": "You are not in this event.",
    "EVENT_FULL": "All its entries are sold.",
    "EVENT_RUNNING": "Its cards are in the air.",
    "EVENT_OVER": "It is over.",
    "EVENT_STOPPED": "Its chips did not add up, and it stands still; an admin can look into it.",
    "ENTRY_LIMIT": "You have used up your entries.",
    "STILL_IN": "You have chips: you are in.",
    "REBUY_NOT_ALLOWED": "Rebuys are for stacks up to the first one, in the first levels.",
    "ADD_ON_NOT_ALLOWED": "The add-on is sold once, in its break.",
    "NO_DEAL_NOW": "No deal can be made now, or none is on the table.",
    "DEAL_CHANGED": "Another version of the deal is on the table by now.",
    "BAD_STRUCTURE": "These levels are no structure; the sentence says why.",
    "BAD_PAYOUT": "These weights are no payout; the sentence says why.",
    "TOO_MANY_EVENTS": "There are as many events as the server, or one host, may have.",
    "SERVER_SHUTTING_DOWN": "The server is stopping; connect again in a moment.",
    "GAME_ERROR": "Something went wrong here; the game stands as before your move.",
}


def fault(reason: Exception) -> ErrorBody:
    """What is answered when something raised this. What is no refusal is a bug of ours."""
    match reason:
        case Refusal() | Illegal():
            details = dict(reason.details) if reason.details else None
            return ErrorBody(reason.code, reason.message, None, details)
        case UnknownGame():
            return ErrorBody("INVALID_REQUEST", str(reason))
        case RecursionError():
            return ErrorBody("INVALID_REQUEST", "The message is nested too deeply")
        case msgspec.DecodeError() | UnicodeDecodeError():
            return ErrorBody("INVALID_REQUEST", str(reason))
    return ErrorBody("GAME_ERROR", "Something went wrong here; try again")
