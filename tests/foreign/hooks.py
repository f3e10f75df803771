"""Makes Schemathesis write forms as the descriptions say.

It ignores `encoding.contentType` in forms that are not multipart: a property
with the type `application/json` is JSON text.
"""

import json
from urllib.parse import urlencode

import schemathesis

FORM = "application/x-www-form-urlencoded"


def text(value, is_json):
    if isinstance(value, str) and not is_json:
        return value
    return json.dumps(value)


@schemathesis.serializer(FORM)
def form(context, value):
    body = context.case.body
    if not isinstance(body, dict):
        return value
    encoding = context.case.operation.get_body_for_media_type(FORM).definition.get("encoding", {})
    json_names = {name for name, how in encoding.items() if how.get("contentType") == "application/json"}
    return urlencode({name: text(value, name in json_names) for name, value in body.items()}).encode()


@schemathesis.hook
def map_body(context, body):
    """Names of parts are in headers, which can't contain control characters."""
    if not isinstance(body, dict) or context.operation.get_body_for_media_type("multipart/form-data") is None:
        return body
    return {name: value for name, value in body.items() if name.isprintable()}
