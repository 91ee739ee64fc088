#!/usr/bin/env python3
"""check_schema.py SCHEMA JSON...: fails when a file is not what the schema describes."""

import json
import pathlib
import sys

import jsonschema

schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
wrong = False
for name in sys.argv[2:]:
    report = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
    for error in validator.iter_errors(report):
        print(f"{name}: {error.json_path}: {error.message}")
        wrong = True
sys.exit(wrong)
