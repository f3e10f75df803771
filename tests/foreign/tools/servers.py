"""Servers made of the descriptions take the forms that are described, and refuse others."""

import importlib
import subprocess
import sys
from pathlib import Path

import connexion
from fastapi.testclient import TestClient
from openapi_core import OpenAPI
from openapi_core.testing import MockRequest

OPENAPI, MADE = map(Path, sys.argv[1:])
GENERATOR = Path(__file__).parent.parent / "venv/bin/openapi-generator-cli"
PATH = "/api/v1/admin/add-user"
FORM = {"Username": "a", "AuthType": "Password", "Password": "p", "TargetUser": "b", "TargetPassword": "c"}
WITHOUT = {name: value for name, value in FORM.items() if name != "TargetUser"}

heard = []


def handler(**arguments):
    heard.append(arguments.get("body"))
    return {"Status": 200, "Message": "OK"}


for api in ["account-portal", "backup-server"]:
    app = connexion.FlaskApp(api)
    app.add_api(OPENAPI / f"{api}.3.0.json", resolver=connexion.resolver.Resolver(lambda _: handler))
client = app.test_client()
assert client.post(PATH, data=FORM).status_code == 200
assert client.post(PATH, data=WITHOUT).status_code == 400
assert heard == [FORM], heard

# An upload, which openapi-core accepts in 3.0 only.
checker = OpenAPI.from_file_path(str(OPENAPI / "backup-server.3.0.json"))
part = b'--x\r\nContent-Disposition: form-data; name="upload"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\n\xff\r\n--x--\r\n'
upload = MockRequest(
    "http://localhost", "post", "/api/v1/admin/meta/resource/new", data=part,
    headers={"X-Service-Admin-Username": "a", "X-Service-Admin-AuthType": "Password", "X-Service-Admin-Password": "p"},
    content_type="multipart/form-data; boundary=x",
)
checker.validate_request(upload)

for api in ["account-portal", "backup-server"]:
    out = MADE / "fastapi" / api
    command = [GENERATOR, "generate", "-i", OPENAPI / f"{api}.json", "-g", "python-fastapi", "-o", out]
    names = ["--additional-properties", f"packageName={api.replace('-', '_')}"]
    subprocess.run([*command, *names], check=True, capture_output=True)
    sys.path.insert(0, str(out / "src"))
    importlib.import_module(f"{api.replace('-', '_')}.main")
users = importlib.import_module("backup_server.apis.users_api_base")


class Users(users.BaseUsersApi):
    async def admin_add_user(self, username, auth_type, target_user, *_):
        return {"Status": 200, "Message": f"{username} {target_user}"}


client = TestClient(importlib.import_module("backup_server.main").app)
answer = client.post(PATH, data=FORM)
assert (answer.status_code, answer.json()["Message"]) == (200, "a b"), answer.text
assert client.post(PATH, data=WITHOUT).status_code == 422
