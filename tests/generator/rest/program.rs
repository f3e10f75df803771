//! Servers of two APIs and their clients in one process.

mod attacks;
mod odd;

use std::process::Command;
use std::sync::{Arc, Mutex};

use places_api::server::axum;

/// A text that no place takes as it is.
const ROOM: &str = "Küche/100% ?#=&;";
const KEY: &str = "canary-key";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::var_os("AS_CLI").is_some() {
        std::process::exit(i32::from(places_api::cli::main() != std::process::ExitCode::SUCCESS));
    }
    let asked = places::Asked::default();
    let url = serve(places::recorded(places::router()?, &asked)).await?;
    places::each_value_has_its_place(&url, &asked).await?;
    places::several_files_are_sent(&url).await?;
    places::the_command_line(&url, &asked).await?;
    let url = serve(results::router()?).await?;
    results::results_have_their_status(&url).await?;
    results::pages_follow_the_cursor(&url).await?;
    let cassette_url = url.clone();
    tokio::task::spawn_blocking(move || results::blocking_clients_read_pages(&url)).await??;
    results::a_mock_answers_by_status().await?;
    results::a_cassette_replays_paths_and_headers(&cassette_url).await?;
    attacks::every_operation_refuses_what_is_bad().await?;
    odd::errors_say_where_and_keep_the_body().await?;
    println!("done");
    Ok(())
}

async fn serve(router: axum::Router) -> Result<String, std::io::Error> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { places_api::server::Serve::new().run(listener, router).await });
    Ok(format!("http://{address}"))
}

mod places {
    use super::{Arc, Command, KEY, Mutex, ROOM, axum};
    use places_api::server::{self, Call, Context, File, Gatekeeper, Lamps, Refusal};
    use places_api::*;

    struct House;

    impl Gatekeeper for House {
        type Keeper = ();

        async fn keeper(&self, credential: KeeperAuth, _: &Call) -> Result<(), Refusal> {
            match credential.x_lamp_key.expose() == KEY {
                true => Ok(()),
                false => Err(Refusal::unauthorized("wrong key")),
            }
        }
    }

    fn lamp(name: String) -> Lamp {
        Lamp::default().name(name)
    }

    impl Lamps for House {
        async fn lamp_find(&self, request: LampFind, _: Context<()>) -> Result<Vec<Lamp>, Refusal> {
            let LampFind { room, tag, color, verbose, trace, theme, .. } = request;
            let color = color.map(|it| it.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>());
            Ok(vec![lamp(room), lamp(format!("{tag:?} {color:?} {verbose:?} {trace:?} {theme:?}"))])
        }

        async fn lamp_add(&self, request: LampAdd, _: Context<()>) -> Result<Lamp, Refusal> {
            let LampAdd { room, name, watts, color, dry_run, .. } = request;
            Ok(lamp(format!("{room} {name} {watts:?} {color:?} {dry_run:?}")))
        }

        async fn lamp_picture(&self, request: LampPicture, _: Context<()>) -> Result<File, Refusal> {
            Ok(File::bytes(format!("{} {} {}", request.lamp, request.width, request.height)))
        }

        async fn lamp_file(&self, request: LampFile, _: Context<()>) -> Result<String, Refusal> {
            Ok(format!("{}: {}", request.lamp, request.file))
        }

        async fn lamp_search(&self, request: LampSearch, _: Context<()>) -> Result<Vec<Lamp>, Refusal> {
            Ok(request.words.into_iter().chain(request.rooms.unwrap_or_default()).map(lamp).collect())
        }

        async fn lamp_album(&self, request: LampAlbum, _: Context<()>) -> Result<String, Refusal> {
            let LampAlbum { lamp, r#as, cover, pictures, .. } = request;
            let mut seen = vec![lamp, r#as.name.unwrap_or_default()];
            for mut file in pictures.into_iter().chain(cover) {
                let content = file.chunk().await.ok().flatten().unwrap_or_default();
                let kind = file.media_type().unwrap_or("-").to_owned();
                seen.push(format!("{} {kind} {}", file.file_name(), String::from_utf8_lossy(&content)));
            }
            Ok(seen.join(", "))
        }

        async fn lamp_forget(&self, request: LampForget, _: Context<()>) -> Result<(), Refusal> {
            match request.force {
                Some(true) => Ok(()),
                _ => Err(Refusal::bad_request("not without force")),
            }
        }
    }

    pub fn router() -> Result<axum::Router, Box<dyn std::error::Error>> {
        Ok(server::builder(House).group(server::lamps()).into_router()?)
    }

    /// The requests to the server: method, path with query, and the headers of parameters.
    pub type Asked = Arc<Mutex<Vec<(String, String, String)>>>;

    pub fn recorded(router: axum::Router, asked: &Asked) -> axum::Router {
        let asked = asked.clone();
        router.layer(axum::middleware::map_request(move |request: axum::extract::Request| {
            let header = |name| request.headers().get(name).and_then(|it| it.to_str().ok()).unwrap_or("-");
            let headers = ["x-request-id", "cookie", "content-type"].map(header).join(" ");
            let uri = request.uri().to_string();
            asked.lock().unwrap().push((request.method().to_string(), uri, headers));
            async { request }
        }))
    }

    fn last(asked: &Asked) -> (String, String, String) {
        asked.lock().unwrap().last().cloned().unwrap()
    }

    fn names(lamps: Vec<Lamp>) -> Vec<String> {
        lamps.into_iter().filter_map(|it| it.name).collect()
    }

    pub async fn each_value_has_its_place(url: &str, asked: &Asked) -> Result<(), Error> {
        let client = Client::new(url, KeeperAuth::key(KEY))?;
        let find = LampFind::new(ROOM).tag(["a b", "c"]).color([Color::Warm, Color::Cold]).verbose(true);
        let found = names(client.send(find.trace("t-1").theme("dark")).await?);
        let values = r#"Some(["a b", "c"]) Some(["Warm", "Cold"]) Some(true) Some("t-1") Some("dark")"#;
        assert_eq!(found, [ROOM, values]);
        let uri = "/rooms/K%C3%BCche%2F100%25%20%3F%23%3D%26%3B/lamps?tag=a%20b&tag=c&color=warm,cold&verbose";
        assert_eq!(last(asked), ("GET".to_owned(), uri.to_owned(), "t-1 theme=dark -".to_owned()));
        for room in ["", ".", ".."] {
            assert!(client.send(LampFind::new(room)).await.is_err(), "{room:?} is no segment");
        }

        for (watts, shown) in [(Some(5), "Some(5)"), (None, "None")] {
            let add = LampAdd::new("hall", "new \"lamp\"", watts).color(Color::Warm).dry_run(true);
            let added = client.send(add).await?.name.unwrap_or_default();
            assert_eq!(added, format!("hall new \"lamp\" {shown} Some(Warm) Some(true)"));
        }
        let uri = "/rooms/hall/lamps?dry-run=true".to_owned();
        assert_eq!(last(asked), ("POST".to_owned(), uri, "- - application/json".to_owned()));

        let picture = client.send(LampPicture::new("a-b", 3, 4)).await?.bytes().await?;
        assert_eq!(&picture[..], b"a-b 3 4");
        let alias = Client::builder(url).credential(KeeperAuth::key(KEY)).prefer_alias().build()?;
        alias.send(LampPicture::new("a", 3, 4)).await?;
        assert_eq!(last(asked).1, "/pictures/a/3/4");
        assert_eq!(client.send(LampFile::new("a", "b c/d")).await?, "a: b c/d");
        assert_eq!(last(asked).1, "/lamps/a/files/b%20c/d");

        let search = LampSearch::new(["one", "two"]).rooms(["x", "y"]);
        assert_eq!(names(client.send(search).await?), ["one", "two", "x", "y"]);
        client.send(LampForget::new("a").force(true)).await?;
        assert_eq!(last(asked).1, "/lamps/a?force=true");
        let refused = client.send(LampForget::new("a")).await.expect_err("it needs force");
        assert!(refused.to_string().contains("not without force"), "{refused}");
        Ok(())
    }

    /// Files that are one parameter, and one that may be absent.
    pub async fn several_files_are_sent(url: &str) -> Result<(), Error> {
        let client = Client::new(url, KeeperAuth::key(KEY))?;
        let file = |name: &str| Upload::bytes(name, name.to_uppercase()).content_type("image/png");
        let album = || LampAlbum::new("a", lamp("desk".to_owned()), ["x", "y"].map(file));
        assert_eq!(client.send(album()).await?, "a, desk, x image/png X, y image/png Y");
        let album = album().cover(file("z"));
        assert_eq!(client.send(album).await?, "a, desk, x image/png X, y image/png Y, z image/png Z");
        let none = LampAlbum::new("a", lamp("desk".to_owned()), [] as [Upload; 0]);
        assert_eq!(client.send(none).await?, "a, desk");
        let large = Upload::bytes("large", vec![0; 9 * 1024 * 1024]);
        let refused = client.send(LampAlbum::new("a", lamp("desk".to_owned()), [large])).await;
        let status = refused.err().and_then(|it| Some(it.failure()?.http_status().as_u16()));
        assert_eq!(status, Some(413), "several files are held in memory, within a limit");
        Ok(())
    }

    /// A command with each kind of place.
    pub async fn the_command_line(url: &str, asked: &Asked) -> Result<(), Box<dyn std::error::Error>> {
        let url = url.to_owned();
        let run = move |words: &str| {
            let mut program = Command::new(std::env::current_exe().unwrap());
            let key = [("AS_CLI", "1"), ("LAMPS_X_LAMP_KEY", KEY), ("LAMPS_URL", url.as_str())];
            let output = program.args(words.split(' ')).envs(key).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        };
        tokio::task::spawn_blocking(move || {
            let root = env!("CARGO_MANIFEST_DIR");
            let album = run(&format!("lamps album --lamp a --as {{}} --pictures {root}/Cargo.toml --pictures {root}/lib.rs"));
            assert!(album.contains("Cargo.toml") && album.contains("lib.rs"), "{album}");
            let found = run("lamps find --room hall --tag a --tag b --color warm --trace t-2 --json");
            assert!(found.contains(r#"Some([\"a\", \"b\"]) Some([\"Warm\"]) None Some(\"t-2\")"#), "{found}");
            for (watts, shown) in [("5", "Some(5)"), ("null", "None")] {
                let added = run(&format!("lamps add --room hall --name new --watts {watts} --parameter-dry-run true"));
                assert!(added.contains(&format!("hall new {shown} None Some(true)")), "{added}");
            }
            assert!(run("lamps find --help").contains("GET /rooms/{room}/lamps"));
        })
        .await?;
        assert!(last(asked).1.starts_with("/rooms/hall/lamps"));
        Ok(())
    }
}

mod results {
    use super::{KEY, axum};
    use results_api::server::{self, Call, Context, Gatekeeper, Lamps, Refusal};
    use results_api::*;

    struct House;

    impl Gatekeeper for House {
        type Keeper = ();

        async fn keeper(&self, _: KeeperAuth, _: &Call) -> Result<(), Refusal> {
            Ok(())
        }
    }

    impl Lamps for House {
        async fn lamp_put(&self, request: LampPut, _: Context<()>) -> Result<LampPutResult, Refusal> {
            let LampPut { lamp, body, .. } = request;
            Ok(match lamp == "old" {
                true => LampPutResult::Ok(body),
                false => LampPutResult::Created(WithHeaders {
                    value: body,
                    headers: LampPutCreatedHeaders::new(format!("/lamps/{lamp}")).x_count(7),
                }),
            })
        }

        async fn lamp_patch(&self, request: LampPatch, _: Context<()>) -> Result<LampPatchResult, Refusal> {
            Ok(match request.body.and_then(|body| body.name) {
                Some(name) => LampPatchResult::Ok(Lamp::new(name)),
                None => LampPatchResult::NotModified,
            })
        }

        async fn lamp_head(
            &self,
            _: LampHead,
            _: Context<()>,
        ) -> Result<WithHeaders<(), LampHeadHeaders>, Refusal> {
            Ok(WithHeaders { value: (), headers: LampHeadHeaders::new(3) })
        }

        async fn lamp_note(&self, request: LampNote, _: Context<()>) -> Result<(), Refusal> {
            match request.body == "a \"note\"" {
                true => Ok(()),
                false => Err(Refusal::bad_request("another note")),
            }
        }

        async fn lamp_list(&self, request: LampList, _: Context<()>) -> Result<LampPage, Refusal> {
            let start: i64 = request.after.as_deref().unwrap_or("0").parse().unwrap();
            let lamps = (start..start + 2).map(|number| Lamp::new(number.to_string()));
            let page = LampPage::default().lamps(lamps);
            Ok(if start < 4 { page.next((start + 2).to_string()) } else { page })
        }
    }

    pub fn router() -> Result<axum::Router, Box<dyn std::error::Error>> {
        Ok(server::builder(House).group(server::lamps()).into_router()?)
    }

    pub async fn results_have_their_status(url: &str) -> Result<(), Error> {
        let client = Client::new(url, KeeperAuth::key(KEY))?;
        let socket = LampChanges::default().power(SocketPatch::default().volts(1.5)).color_null();
        assert_eq!(serde_json::to_string(&socket).unwrap(), r#"{"power":{"kind":"socket","volts":1.5},"color":null}"#);
        let power = Battery::default().kind("battery").charge(80);
        let lamp = Lamp::new("a").power(power).color(Color::Warm);
        match client.send(LampPut::new("old", lamp.clone())).await? {
            LampPutResult::Ok(found) => assert_eq!(found, lamp),
            other => panic!("{other:?}"),
        }
        match client.send(LampPut::new("new", lamp.clone())).await? {
            LampPutResult::Created(found) => {
                assert_eq!((found.value, found.headers.location.as_str()), (lamp.clone(), "/lamps/new"));
                assert_eq!(found.headers.x_count, Some(7));
            }
            other => panic!("{other:?}"),
        }

        for nothing in [LampPatch::new("a"), LampPatch::new("a").body(LampChanges::default())] {
            let patched = client.send(nothing).await?;
            assert!(matches!(patched, LampPatchResult::NotModified), "{patched:?}");
        }
        let patched = client.send(LampPatch::new("a").body(LampChanges::default().name("b"))).await?;
        assert!(matches!(patched, LampPatchResult::Ok(lamp) if lamp.name == "b"));
        assert_eq!(client.send(LampHead::new("a")).await?.headers.x_count, 3);
        client.send(LampNote::new("a", "a \"note\"")).await
    }

    pub async fn pages_follow_the_cursor(url: &str) -> Result<(), Error> {
        let client = Client::new(url, KeeperAuth::key(KEY))?;
        let mut lamps = client.pages(LampList::new().limit(2));
        let mut names = Vec::new();
        while let Some(lamp) = lamps.next().await? {
            names.push(lamp.name);
        }
        assert_eq!(names, ["0", "1", "2", "3", "4", "5"]);
        Ok(())
    }

    pub fn blocking_clients_read_pages(url: &str) -> Result<(), Error> {
        let client = BlockingClient::new(url, KeeperAuth::key(KEY))?;
        let lamps = client.pages(LampList::new()).collect::<Result<Vec<_>, _>>()?;
        assert_eq!(lamps.len(), 6);
        Ok(())
    }

    pub async fn a_cassette_replays_paths_and_headers(
        url: &str,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let file = std::env::temp_dir().join(format!("rest-{}.jsonl", std::process::id()));
        let put = |lamp: &str| LampPut::new(lamp, Lamp::new(format!("{lamp}'s name")));
        let recorder = cassette::Recorder::create(&file, Reqwest::new()?)?;
        let client =
            Client::with_transport(url, recorder).credential(KeeperAuth::key("canary-key")).build()?;
        assert!(matches!(client.send(put("canary")).await?, LampPutResult::Created(_)));
        assert_eq!(client.send(LampHead::new("canary")).await?.headers.x_count, 3);
        drop(client);
        let text = std::fs::read_to_string(&file)?;
        assert!(text.contains("/lamps/{lamp}") && text.contains("x-count"), "{text}");
        assert!(!text.contains("canary-key"), "{text}");

        let replayer = cassette::Replayer::open(&file)?;
        let client = Client::with_transport("https://lamps.invalid", replayer);
        let client = client.credential(KeeperAuth::key("another")).build()?;
        client.send(put("other")).await.expect_err("another lamp");
        match client.send(put("canary")).await? {
            LampPutResult::Created(found) => {
                assert_eq!(found.value.name, "canary's name");
                assert!(found.headers.x_count.is_some() && !found.headers.location.is_empty());
            }
            other => panic!("{other:?}"),
        }
        client.send(LampHead::new("canary")).await?;
        std::fs::remove_file(&file)?;
        Ok(())
    }

    pub async fn a_mock_answers_by_status() -> Result<(), Box<dyn std::error::Error>> {
        let mock = mock::Mock::new();
        mock.expect::<LampPatch>().with_parameter("lamp", "a").returns(LampPatchResult::NotModified).once();
        mock.expect::<LampPut>().fails_with(409, &Problem::default().text("there is one"));
        let served = mock.serve()?;
        let client = Client::new(&served.url(), KeeperAuth::key(KEY))?;
        let patched = client.send(LampPatch::new("a")).await?;
        assert!(matches!(patched, LampPatchResult::NotModified), "{patched:?}");
        let refused = client.send(LampPut::new("a", Lamp::new("a"))).await.expect_err("409");
        let failure = refused.failure().expect("a failure");
        assert_eq!(failure.http_status(), 409);
        assert_eq!(failure.read::<Problem>()?.text.as_deref(), Some("there is one"));
        mock.verify();
        Ok(())
    }
}
