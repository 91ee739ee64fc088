#!/usr/bin/env python3
"""check_schema.py SCHEMA JSON...: fails when a file is not what the schema describes.

Exits with 77 (skipped) when there is no SCHEMA.
"""

import json
import pathlib
import sys

import jsonschema

path = pathlib.Path(sys.argv[1])
if not path.exists():
    print(f"skipped: {path} is not there; `npm ci` in web/ installs it")
    sys.exit(77)
schema = json.loads(path.read_text(encoding="utf-8"))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
validator = kind(schema)
wrong = False
for name in sys.argv[2:]:
    report = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
    for error in validator.iter_errors(report):
        print(f"{name}: {list(error.absolute_path)}: {error.message}")
        wrong = True
sys.exit(wrong)
