"""What a client may put into its packets, as types. Fields unknown here are ignored; where the
protocol accepts a second name for a field, both are listed."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

Text8 = Annotated[str, Meta(max_length=8)]
Text16 = Annotated[str, Meta(max_length=16)]
Text32 = Annotated[str, Meta(max_length=32)]
Text64 = Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


DETAILS = ("fullname", "phone", "dob", "email", "country", "gender")


class Nothing(Struct):
    pass


class Ping(Struct):
    t: Any = None


class Login(Struct, rename={"pass_": "pass"}):
    user: Text32
    pass_: str | None = None  # as long as anywhere: an account made elsewhere may log in here
    password: str | None = None
    code: Text64 | None = None
    device: str | None = None
    remember: bool = False


class Signup(Struct, rename={"pass_": "pass"}):
    user: Text32 | None = None
    username: Text32 | None = None
    pass_: Text32 | None = None
    password: Text32 | None = None
    fullname: Text64 = ""
    phone: Text16 = ""
    dob: Text16 = ""
    email: Text64 = ""
    country: Text32 = ""
    gender: Text8 = ""
    code: Text64 | None = None


class CreateTable(Struct):
    name: Text32 | None = None
    table_name: Text32 | None = None
    max_player: Number | None = None
    min_bet: Number | None = None
    game: Text64 | None = None
    options: dict[str, Any] | None = None


class JoinTable(Struct, rename={"camel": "tableId"}):
    camel: Number | None = None
    table_id: Number | None = None


class Tables(Struct):
    all: bool = False


class Action(Struct):
    action: dict[str, Any]
    game_id: int | None = None
    client_seq: int | None = None


class Resync(Struct):
    game_id: Number


class LeaveTable(Struct):
    table_id: Number | None = None


class Named(Struct):
    username: Text32


class Answered(Struct):
    invite_id: Number


class InviteToTable(Struct):
    friend_username: Text32
    table_id: Number
