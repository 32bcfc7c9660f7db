"""The TCP protocol: binary packets with MessagePack payloads, over TCP and over TLS."""
