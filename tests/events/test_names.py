"""An event is named as a table is: what the house does not want, and what nobody sees, is not
shown to all."""

from __future__ import annotations

import pytest

from cutcard.client import Refused

from .people import TERMS as CHIPS
from .people import story_of
from .test_match_people import TERMS as MATCHES


@pytest.mark.parametrize("terms", [CHIPS, MATCHES], ids=["chips", "matches"])
def test_an_event_s_name_passes_the_list_of_words_and_is_what_one_sees(tmp_path, terms):
    words = tmp_path / "words.txt"
    words.write_text("frog\n坏话\n")

    async def make(client, name):
        wish = {"terms": {**terms, "name": name}, "startsIn": 60}
        return (await client.request("TOURNAMENT_CREATE", wish))["event"]

    async def story(server, ann):
        for name in ("Frog cup", "F r o g", "ｆｒｏｇ", "frооg 3", "说坏话"):
            with pytest.raises(Refused, match="UNWANTED_WORD"):
                await make(ann, name)
        for name in ("", "\u200b", "a\nb", "e" + "\u0301" * 5, "\u3164", "x" * 61, "y" * 3000):
            with pytest.raises(Refused, match="INVALID_REQUEST"):
                await make(ann, name)
        assert not server.hall.lobby.gallery.holder.live
        event = await make(ann, "Sun\u3164day\ufe0f cup")
        (line,) = (await ann.request("TOURNAMENT_LIST", {}))["events"]
        assert (line["event"], line["name"]) == (event, "Sunday cup")

    story_of(tmp_path, story, "Ann", words=words)
