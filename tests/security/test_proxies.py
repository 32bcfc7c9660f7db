"""Behind a real proxy, set up as OPERATING.md shows it, with TLS: `/ws` after other requests on the
same connection, and whose address the server goes by. Only ports and certificates are others."""

import asyncio
import re
import shutil
import socket
import ssl
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme

from cutcard.client import Client
from cutcard.wire.limits import Limits
from cutcard.wire.proxy import Proxies
from cutcard.wire.tcp.ports import TcpSettings

OPERATING = Path(__file__).parents[2] / "OPERATING.md"
LIMITS = Limits(rate=1e5, burst=1e5, address_rate=1e5, address_burst=1e5, limit_loopback=True)
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"X-Forwarded-For: 6.6.6.6\r\n\r\n"  # what somebody would like us to believe
)
NGINX = """
daemon off; user root; worker_processes 1; pid {folder}/pid; error_log stderr;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {shown}
}}
"""
HAPROXY = (
    "defaults\n    timeout connect 5s\n    timeout client 60s\n    timeout server 60s\n{shown}"
)
CADDY = "{{\n    admin off\n    auto_https off\n}}\n{shown}"


def shown(kind: str) -> str:
    (found,) = re.findall(rf"```{kind}\n(.*?)```", OPERATING.read_text(), re.DOTALL)
    return found


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def nginx(server, folder, port, packets) -> list[str]:
    text = shown("nginx").replace("/etc/ssl/cards.example", str(folder / "cards"))
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    conf = folder / "nginx.conf"
    conf.write_text(NGINX.format(folder=folder, shown=text))
    return ["nginx", "-p", str(folder), "-c", str(conf)]


def haproxy(server, folder, port, packets) -> list[str]:
    text = shown("haproxy").replace("/etc/haproxy/cards.example.pem", str(folder / "both.pem"))
    text = text.replace("bind :443", f"bind 127.0.0.1:{port}")
    text = text.replace("bind :9443", f"bind 127.0.0.1:{packets}")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    text = text.replace("127.0.0.1:9000", f"127.0.0.1:{server.tcp_port}")
    conf = folder / "haproxy.cfg"
    conf.write_text(HAPROXY.format(shown=text))
    return ["haproxy", "-db", "-f", str(conf)]


def caddy(server, folder, port, packets) -> list[str]:
    own = f"tls {folder}/cards.pem {folder}/cards.key"  # which it cannot fetch here
    text = shown("caddy").replace("cards.example {", f"https://127.0.0.1:{port} {{\n    {own}")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    conf = folder / "Caddyfile"
    conf.write_text(CADDY.format(shown=text))
    return ["caddy", "run", "--config", str(conf), "--adapter", "caddyfile"]


@contextmanager
def running(command: list[str], folder: Path, port: int):
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed: apt-get install nginx-light haproxy caddy")
    home = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env=home)
    try:
        for _ in range(300):
            assert process.poll() is None, (folder / "log").read_text()
            with socket.socket() as sock:
                sock.settimeout(0.1)
                if sock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            process.poll()
            subprocess.run(["sleep", "0.1"], check=True)
        yield
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture
def trusted(tmp_path, monkeypatch) -> ssl.SSLContext:
    """Certificates where the proxies look for them, and whoever asks believes them."""
    authority = trustme.CA()
    one = authority.issue_cert("127.0.0.1")
    one.private_key_pem.write_to_path(tmp_path / "cards.key")
    for part in one.cert_chain_pems:
        part.write_to_path(tmp_path / "cards.pem", append=True)
    one.private_key_and_cert_chain_pem.write_to_path(tmp_path / "both.pem")
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    return ssl.create_default_context(cafile=str(tmp_path / "ca.pem"))


async def dial(port: int, host: str, trusted: ssl.SSLContext):
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0), ssl=trusted)


async def ask(port: int, path: bytes, host: str, trusted: ssl.SSLContext) -> bytes:
    link = await dial(port, host, trusted)
    head = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"
    link[1].write(head % (path, port))
    heard = await asyncio.wait_for(link[0].read(), 20)
    link[1].close()
    return heard.split(b" ")[1]


@pytest.mark.parametrize("proxy", [nginx, haproxy, caddy], ids=lambda one: one.__name__)
def test_behind_it_everything_works_and_everybody_is_who_they_are(inside, tmp_path, proxy, trusted):
    async def scene():
        proxies = Proxies.named(["127.0.0.1"])
        async with inside(LIMITS, proxies=proxies, tcp=TcpSettings(port=0)) as server:
            port, packets = free_port(), free_port()
            with running(proxy(server, tmp_path, port, packets), tmp_path, port):
                await story(server, port)
                if proxy is haproxy:
                    await poker(server, packets)

    async def story(server, port):
        seen, of = set(), server.hall.addresses.of
        server.hall.addresses.of = lambda host, now: (seen.add(host), of(host, now))[1]
        for _ in range(8):  # its connections to the server have been used before
            assert await ask(port, b"/health", "127.0.0.5", trusted) == b"200"
        for figures in (b"/metrics", b"/%6detrics", b"/metrics?x", b"/%6D%65trics"):
            assert await ask(port, figures, "127.0.0.5", trusted) == b"403", figures
        for n in range(6):
            link = await dial(port, "127.0.0.9", trusted)
            link[1].write(UPGRADE % port)
            head = await asyncio.wait_for(link[0].readuntil(b"\r\n\r\n"), 20)
            assert b" 101 " in head.splitlines()[0], (n, head)
            assert b"SYSTEM_WELCOME" in await asyncio.wait_for(link[0].readuntil(b"}"), 20)
            assert "127.0.0.9" in {one.host for one in server.hall.sockets}
            assert await ask(port, b"/health", "127.0.0.5", trusted) == b"200"
            link[1].close()
        ann = await Client.connect(f"wss://127.0.0.1:{port}/ws", name="Ann")
        place = await ann.create("memory", seats=1)
        assert place.view
        await ann.close()
        assert {"127.0.0.5", "127.0.0.9"} <= seen
        assert "6.6.6.6" not in seen

    async def poker(server, packets):
        link = await dial(packets, "127.0.0.7", trusted)
        link[1].write(b"\x00\x02\x00\x01")
        assert await asyncio.wait_for(link[0].readexactly(3), 20)
        assert {one.host for one in server.desk.lines} == {"127.0.0.7"}
        link[1].close()

    asyncio.run(asyncio.wait_for(scene(), 120))
