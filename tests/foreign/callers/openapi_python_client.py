"""Calls both servers with the clients of openapi-python-client."""

import io
import json
import sys

from account_portal_client import AuthenticatedClient
from account_portal_client.api.licenses import license_archive_license
from account_portal_client.api.tokens import token_create_token, token_list_actions
from account_portal_client.models import (
    LicenseArchiveLicenseBody,
    TokenCreateTokenBody,
    TokenListActionsBody,
)
from backup_server_client import Client
from backup_server_client.api.storage import admin_dispatcher_ping_destination
from backup_server_client.api.users import admin_list_users
from backup_server_client.api.system import admin_meta_resource_get, admin_meta_resource_new
from backup_server_client.models import (
    AdminAuthType,
    AdminDispatcherPingDestinationBody,
    AdminListUsersBody,
    AdminMetaResourceGetBody,
    AdminMetaResourceNewBody,
)
from backup_server_client.types import File

backup_url, portal_url, open_url, name, password, token = sys.argv[1:]
server = Client(base_url=backup_url)
portal = AuthenticatedClient(base_url=portal_url, token=token)
admin = {"username": name, "auth_type": AdminAuthType.PASSWORD, "password": password}
said = []

ping = AdminDispatcherPingDestinationBody(**admin, target_id="böb & co", extra_data=json.dumps({"a": [1, None]}))
said.append(admin_dispatcher_ping_destination.sync(client=server, body=ping).status)
said.append(len(admin_list_users.sync(client=server, body=AdminListUsersBody(**admin))))
resource = AdminMetaResourceGetBody(**admin, hash_="h")
said.append(len(admin_meta_resource_get.sync(client=server, body=resource).payload.read()))
uploaded = admin_meta_resource_new.sync_detailed(
    client=Client(base_url=open_url),
    x_service_admin_username="admin",
    x_service_admin_auth_type=AdminAuthType.PASSWORD,
    x_service_admin_password="secret",
    body=AdminMetaResourceNewBody(upload=File(payload=io.BytesIO(b"\x00\xff"), file_name="logo.png")),
)
said.append(int(uploaded.status_code))
wrong = AdminListUsersBody(**admin | {"password": "wrong"})
said.append(admin_list_users.sync(client=server, body=wrong).status)

said.append(token_list_actions.sync(client=portal, body=TokenListActionsBody()).status)
created = TokenCreateTokenBody(permissions=json.dumps(["a", "b c"]))
said.append(token_create_token.sync(client=portal, body=created).status)
archived = license_archive_license.sync(client=portal, body=LicenseArchiveLicenseBody(serial="s"))
said.append(len(archived) > 0)
stranger = AuthenticatedClient(base_url=portal_url, token="wrong")
said.append(int(token_list_actions.sync(client=stranger, body=TokenListActionsBody()).code))

print(*said)
