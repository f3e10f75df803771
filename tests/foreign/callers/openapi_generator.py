"""Calls both servers with the Python clients of openapi-generator."""

import json
import sys

import account_portal
import backup_server
from account_portal.exceptions import ApiException as PortalError
from backup_server.exceptions import ApiException as BackupError

backup_url, portal_url, open_url, name, password, token = sys.argv[1:]
server = backup_server.ApiClient(backup_server.Configuration(host=backup_url))
portal = account_portal.ApiClient(account_portal.Configuration(host=portal_url, access_token=token))
admin = {"username": name, "auth_type": "Password", "password": password}
said = []

ping = backup_server.StorageApi(server).admin_dispatcher_ping_destination
said.append(ping(**admin, target_id="böb & co", extra_data=json.dumps({"a": [1, None]})).status)
users = backup_server.UsersApi(server).admin_list_users
said.append(len(users(**admin)))
said.append(len(backup_server.SystemApi(server).admin_meta_resource_get(**admin, hash="h")))
anyone = backup_server.ApiClient(backup_server.Configuration(host=open_url))
uploaded = backup_server.SystemApi(anyone).admin_meta_resource_new_with_http_info(
    x_service_admin_username="admin",
    x_service_admin_auth_type="Password",
    x_service_admin_password="secret",
    upload=("logo.png", b"\x00\xff"),
)
said.append(uploaded.status_code)
try:
    users(**admin | {"password": "wrong"})
except BackupError as error:
    said.append(json.loads(error.body)["Status"])

tokens = account_portal.TokensApi(portal)
said.append(tokens.token_list_actions().status)
said.append(tokens.token_create_token(permissions=json.dumps(["a", "b c"])).status)
said.append(len(account_portal.LicensesApi(portal).license_archive_license(serial="s")) > 0)
portal.configuration.access_token = "wrong"
try:
    tokens.token_list_actions()
except PortalError as error:
    said.append(json.loads(error.body)["code"])

print(*said)
