"""What fails says so in the log, under its own name, and nowhere else."""

import asyncio
import gc
import logging

from cutcard.table.minds import Minds
from cutcard.wire import logs


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 60))


def test_a_deep_bot_that_fails_after_its_table_went_on_never_raises_into_nowhere(
    inside, ear, monkeypatch, caplog
):
    async def scene():
        lost = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, told: lost.append(told))
        async with inside() as server:
            floor = server.house._floor
            floor.bot_delay = (0, 1)
            ann = await ear.dial(server.url, name="Ann")
            wish = {"game": "battle", "bots": {"1": "planner"}}
            table = (await ann.ask("CREATE_TABLE", wish))["table"]
            life = floor.lives[table]
            mind, thought = life.bots[1], asyncio.Event()

            def fails(*_):
                raise IndexError("list index out of range")

            monkeypatch.setattr(type(mind), "deep", True, raising=False)
            monkeypatch.setattr(type(mind), "choose", lambda self, *_: fails(*_))
            monkeypatch.setattr(Minds, "_to_act", lambda *_: thought.set() or False)
            await floor.minds._ponder(life, 1, mind)  # and nobody waits for it any more
            await asyncio.sleep(0.05)
        gc.collect()
        await asyncio.sleep(0)
        assert lost == []

    run(scene())
    said = [one for one in caplog.records if "has gone on without it" in one.getMessage()]
    assert said
    assert said[0].exc_info[0] is IndexError


def test_work_beside_requests_that_fails_is_logged(inside, caplog):
    async def scene():
        lost = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, told: lost.append(told))
        async with inside() as server:

            async def fails() -> None:
                raise KeyError("x")

            server.house._floor.start_task(fails())
            await asyncio.sleep(0.05)
        gc.collect()
        assert lost == []

    run(scene())
    assert any("stands as before" in one.getMessage() for one in caplog.records)


def test_a_line_has_the_context_of_its_own_request_and_of_no_other():
    def said() -> str:
        record = logging.makeLogRecord({"msg": "hello", "levelno": 20, "levelname": "INFO"})
        return logs.Text().format(record)

    async def scene():
        later = asyncio.Event()
        heard = []

        def timer() -> None:
            heard.append(said())
            later.set()

        async def request() -> None:
            logs.request.set({"correlation": "abc", "task": asyncio.current_task()})
            heard.append(said())
            asyncio.get_running_loop().call_later(0.01, timer)  # runs for everybody

            async def beside() -> None:
                heard.append(said())

            await asyncio.get_running_loop().create_task(beside())

        await asyncio.get_running_loop().create_task(request())
        await later.wait()
        assert ["abc" in one for one in heard] == [True, False, False]

    run(scene())
