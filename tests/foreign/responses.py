"""Prints what of the responses in a file doesn't fit its schema, and fails if anything doesn't."""

import json
import sys

from jsonschema import Draft202012Validator

with open(sys.argv[1], encoding="utf-8") as file:
    documents = json.load(file)
found = [
    f"{name}: {error.json_path}: {error.message}"
    for document in documents
    for name, schema, response in document["responses"]
    for error in Draft202012Validator({"allOf": [schema], "components": document["components"]}).iter_errors(response)
]
sys.exit("\n".join(found) or None)
