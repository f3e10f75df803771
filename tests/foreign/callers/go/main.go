// Calls both servers with the Go clients of openapi-generator.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	accountportal "callers/account-portal/client"
	backupserver "callers/backup-server/client"
)

// What a failure's body says.
type failure struct {
	Status json.Number
	Code   json.Number
}

func refused(err error) (said failure) {
	bodied, ok := err.(interface{ Body() []byte })
	if !ok {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// The portal's status is a text.
	var fields map[string]any
	check(json.Unmarshal(bodied.Body(), &fields))
	said.Status = json.Number(fmt.Sprint(fields["Status"]))
	said.Code = json.Number(fmt.Sprint(fields["code"]))
	return said
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func server(url string) *backupserver.APIClient {
	config := backupserver.NewConfiguration()
	config.Servers = backupserver.ServerConfigurations{{URL: url}}
	return backupserver.NewAPIClient(config)
}

func main() {
	backupURL, portalURL, openURL := os.Args[1], os.Args[2], os.Args[3]
	name, password, token := os.Args[4], os.Args[5], os.Args[6]
	ctx := context.Background()

	backup := server(backupURL)
	kind := backupserver.ADMINAUTHTYPE_PASSWORD
	pinged, _, err := backup.StorageAPI.AdminDispatcherPingDestination(ctx).
		Username(name).AuthType(kind).Password(password).
		TargetID("böb & co").ExtraData(`{"a":[1,null]}`).Execute()
	check(err)
	users, _, err := backup.UsersAPI.AdminListUsers(ctx).
		Username(name).AuthType(kind).Password(password).Execute()
	check(err)
	file, _, err := backup.SystemAPI.AdminMetaResourceGet(ctx).
		Username(name).AuthType(kind).Password(password).Hash("h").Execute()
	check(err)
	info, err := file.Stat()
	check(err)
	upload, err := os.CreateTemp("", "logo")
	check(err)
	defer os.Remove(upload.Name())
	_, err = upload.Write([]byte{0, 255})
	check(err)
	_, err = upload.Seek(0, 0)
	check(err)
	_, uploaded, err := server(openURL).SystemAPI.AdminMetaResourceNew(ctx).
		XServiceAdminUsername("admin").XServiceAdminAuthType("Password").
		XServiceAdminPassword("secret").Upload(upload).Execute()
	check(err)
	_, _, wrong := backup.UsersAPI.AdminListUsers(ctx).
		Username(name).AuthType(kind).Password("wrong").Execute()

	config := accountportal.NewConfiguration()
	config.Servers = accountportal.ServerConfigurations{{URL: portalURL}}
	portal := accountportal.NewAPIClient(config)
	account := context.WithValue(ctx, accountportal.ContextAccessToken, token)
	actions, _, err := portal.TokensAPI.TokenListActions(account).Execute()
	check(err)
	created, _, err := portal.TokensAPI.TokenCreateToken(account).Permissions(`["a","b c"]`).Execute()
	check(err)
	archived, _, err := portal.LicensesAPI.LicenseArchiveLicense(account).Serial("s").Execute()
	check(err)
	stranger := context.WithValue(ctx, accountportal.ContextAccessToken, "wrong")
	_, _, unknown := portal.TokensAPI.TokenListActions(stranger).Execute()

	fmt.Println(pinged.GetStatus(), len(users), info.Size(), uploaded.StatusCode, refused(wrong).Status,
		actions.GetStatus(), created.GetStatus(), len(archived) > 0, refused(unknown).Code)
}
