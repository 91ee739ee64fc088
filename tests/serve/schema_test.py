#!/usr/bin/env python3
"""What schemathesis makes of the OpenAPI document: requests of each endpoint that keep to it, and some that
do not. No answer is a server's error, or of a status, type or shape that the document does not have. No request
that keeps to the document is refused.

usage: schema_test.py WHORL [SCHEMATHESIS] [REQUESTS]
"""

import os
import pathlib
import secrets
import shutil
import subprocess
import sys
import tempfile

from collections_test import clustered, swept
from service import Service, prose

CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
          "unsupported_method", "allow_header_conformance", "negative_data_rejection", "positive_data_acceptance")


def main() -> None:
    whorl = sys.argv[1]
    program = shutil.which(sys.argv[2] if len(sys.argv) > 2 else "schemathesis")
    if program is None:
        print("schemathesis is not here: ./dev check installs it")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        flags = ["--store", f"pages={clustered(whorl, place)}", "--store", f"web={swept(whorl, place)}",
                 "--limit", "minute=1000000,waiting=100000,attachments=10000,upload=1M,body=1M"]
        tokens, token = place / "tokens", secrets.token_hex(20)
        with open(os.open(tokens, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
            out.write(f"boss admin * {token}\n")
        with Service(whorl, place / "registry", "--tokens", str(tokens), *flags) as service:
            service.add("one.txt", prose(1), token)
            words = [program, "run", f"http://127.0.0.1:{service.port}/openapi.json", "--checks", ",".join(CHECKS),
                     "--phases", "examples,coverage,fuzzing", "-n", sys.argv[3] if len(sys.argv) > 3 else "50",
                     "--warnings", "off", "--suppress-health-check", "all", "--request-timeout", "30",
                     "--seed", "20261124", "--no-color",
                     "-H", f"Authorization: Bearer {token}"]
            ended = subprocess.run(words, cwd=place, check=False)
            assert service.ask("GET", "/health").status == 200
            assert service.stop() == 0
        sys.exit(ended.returncode)


if __name__ == "__main__":
    main()
