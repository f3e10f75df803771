// Calls both servers with the Java clients of openapi-generator (`native`).

import java.io.File;
import java.nio.file.Files;
import portal.api.LicensesApi;
import portal.api.TokensApi;
import backup.api.StorageApi;
import backup.api.UsersApi;
import backup.api.SystemApi;
import backup.model.AdminAuthType;
import com.fasterxml.jackson.databind.ObjectMapper;

class Calls {
    static backup.ApiClient server(String url) {
        var client = new backup.ApiClient();
        client.updateBaseUri(url);
        return client;
    }

    static portal.ApiClient portal(String url, String token) {
        var client = new portal.ApiClient();
        client.updateBaseUri(url);
        return client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    }

    static Object field(String body, String name) throws Exception {
        return new ObjectMapper().readTree(body).get(name);
    }

    public static void main(String[] args) throws Exception {
        String backupUrl = args[0], portalUrl = args[1], openUrl = args[2];
        String name = args[3], password = args[4], token = args[5];
        var said = new StringBuilder();

        var server = server(backupUrl);
        var kind = AdminAuthType.PASSWORD;
        var pinged = new StorageApi(server).adminDispatcherPingDestination(
            name, kind, "böb & co", "{\"a\":[1,null]}", password, null, null, null);
        said.append(pinged.getStatus());
        var accounts = new UsersApi(server);
        said.append(" ").append(accounts.adminListUsers(name, kind, password, null, null, null).size());
        var file = new SystemApi(server).adminMetaResourceGet(name, kind, "h", password, null, null, null);
        said.append(" ").append(file.length());
        file.delete();
        var logo = File.createTempFile("logo", ".png");
        logo.deleteOnExit();
        Files.write(logo.toPath(), new byte[] {0, (byte) 255});
        var uploaded = new SystemApi(server(openUrl)).adminMetaResourceNewWithHttpInfo(
            "admin", logo, kind, "secret", null, null, null);
        said.append(" ").append(uploaded.getStatusCode());
        try {
            accounts.adminListUsers(name, kind, "wrong", null, null, null);
        } catch (backup.ApiException error) {
            said.append(" ").append(field(error.getResponseBody(), "Status"));
        }

        var account = portal(portalUrl, token);
        var tokens = new TokensApi(account);
        said.append(" ").append(tokens.tokenListActions(null, null).getStatus());
        said.append(" ").append(tokens.tokenCreateToken("[\"a\",\"b c\"]", null, null).getStatus());
        var archived = new LicensesApi(account).licenseArchiveLicense("s", null, null);
        said.append(" ").append(archived.length() > 0);
        try {
            new TokensApi(portal(portalUrl, "wrong")).tokenListActions(null, null);
        } catch (portal.ApiException error) {
            said.append(" ").append(field(error.getResponseBody(), "code"));
        }

        System.out.println(said);
    }
}
