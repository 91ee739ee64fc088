#!/usr/bin/env python3
"""HTTPS: which clients are answered, a certificate that is renewed, and files that are none.

usage: tls_test.py WHORL
"""

import contextlib
import http.client
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import warnings

from service import Service, patience, prose


def certificate(place: pathlib.Path, name: str) -> tuple[pathlib.Path, pathlib.Path]:
    cert, key = place / f"{name}.pem", place / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
                    "-out", cert], check=True, capture_output=True)
    key.chmod(0o600)
    return cert, key


class Secure(Service):
    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.whorl, "serve", self.registry, "--listen", "127.0.0.1:0", *self.flags],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert "https://127.0.0.1:" in line, line
        self.port = int(line.rsplit(":", 1)[1])


def get(port: int, context: ssl.SSLContext, body: str | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=context)
    connection.request("POST" if body else "GET", "/api/search" if body else "/health", body)
    reply = connection.getresponse()
    answer = reply.status, reply.read()
    connection.close()
    return answer


def trusting(cert: pathlib.Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=cert)


def versions(port: int, cert: pathlib.Path) -> None:
    for version, accepted in ((ssl.TLSVersion.TLSv1_3, True), (ssl.TLSVersion.TLSv1_2, True), (ssl.TLSVersion.TLSv1_1, False)):
        context = trusting(cert)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            context.minimum_version = ssl.TLSVersion.TLSv1
            context.maximum_version = version
        context.set_ciphers("DEFAULT@SECLEVEL=0")
        try:
            assert get(port, context)[0] == 200 and accepted, version
        except (ssl.SSLError, OSError):
            assert not accepted, version


def suites(port: int, cert: pathlib.Path) -> None:
    """TLS 1.2 only with ephemeral elliptic-curve keys and authenticated encryption."""
    listed = subprocess.run(["openssl", "ciphers", "-s", "-tls1_2", "ALL:COMPLEMENTOFALL:@SECLEVEL=0"],
                            check=True, capture_output=True, text=True).stdout.strip().split(":")
    accepted = set()
    for suite in listed:
        context = trusting(cert)
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        try:
            context.set_ciphers(f"{suite}:@SECLEVEL=0")
        except ssl.SSLError:
            continue  # the client does not have this suite
        with contextlib.suppress(ssl.SSLError, OSError):
            if get(port, context)[0] == 200:
                accepted.add(suite)
    assert len(listed) > 40 and accepted, listed
    good = {suite for suite in accepted if suite.startswith("ECDHE-") and ("GCM" in suite or "CHACHA20" in suite)}
    assert accepted == good, accepted - good
    context = trusting(cert)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    with socket.create_connection(("127.0.0.1", port), timeout=30) as plain, \
            context.wrap_socket(plain, server_hostname="127.0.0.1") as secure:
        assert secure.version() == "TLSv1.3" and secure.cipher()[0].startswith("TLS_"), secure.cipher()


def clear_text(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
        one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            assert b"200" not in one.recv(1000)
        except ConnectionError:
            pass


def renewed(service: Service, place: pathlib.Path, cert: pathlib.Path, key: pathlib.Path) -> None:
    old = trusting(cert)
    new_cert, new_key = certificate(place, "renewed")
    shutil.copy(new_key, key)
    shutil.copy(new_cert, cert)
    service.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + patience()
    while True:
        try:
            assert get(service.port, trusting(new_cert))[0] == 200
            break
        except ssl.SSLError:
            assert time.monotonic() < end
            time.sleep(0.05)
    try:
        get(service.port, old)
        raise AssertionError("the old certificate is shown still")
    except ssl.SSLError:
        pass
    cert.write_text("not a certificate", encoding="utf-8")
    service.process.send_signal(signal.SIGHUP)
    time.sleep(0.2)
    assert get(service.port, trusting(new_cert))[0] == 200


def refused(whorl: str, place: pathlib.Path) -> None:
    cert, key = certificate(place, "refused")
    other = certificate(place, "other")[1]
    (place / "none").write_text("nothing", encoding="utf-8")
    for files in ((place / "none", key), (cert, place / "none"), (cert, other), (cert, place / "missing"), (cert, None)):
        flags = ["--tls-cert", files[0], *(["--tls-key", files[1]] if files[1] else [])]
        ended = subprocess.run([whorl, "serve", place / "registry", "--listen", "127.0.0.1:0", *flags],
                               capture_output=True, text=True, timeout=60, check=False)
        assert ended.returncode != 0 and "--tls-" in ended.stderr, ended
    key.chmod(0o644)
    ended = subprocess.run([whorl, "serve", place / "registry", "--tls-cert", cert, "--tls-key", key],
                           capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1 and "chmod 600" in ended.stderr, ended


def main() -> None:
    if not shutil.which("openssl"):
        print("no openssl here: nothing makes a certificate")
        return
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        cert, key = certificate(place, "first")
        with Secure(sys.argv[1], place / "registry", "--tls-cert", str(cert), "--tls-key", str(key)) as service:
            assert get(service.port, trusting(cert), prose(1))[0] == 200
            versions(service.port, cert)
            suites(service.port, cert)
            clear_text(service.port)
            renewed(service, place, cert, key)
            assert service.stop() == 0
        refused(sys.argv[1], place)


if __name__ == "__main__":
    main()
