//! A program that calls everything in the crate of `base`, with every type
//! written out.


use lamps_api::operations::shelf::{
    LampBorrow, LampCount, LampDim, LampFind, LampGo, LampGuess, LampLight, LampList, LampNames, LampOpen, LampPicture,
    LampRead, LampReadHeaders, LampShine, LampUpload, LampWonder,
};
use lamps_api::operations::wicks::{
    WickList, WickNames, WickPart, WickSet, WickSetResult, WickTrim, WickWax, WickWaxBody,
};
use lamps_api::runtime::{Number, Paged};
use lamps_api::types::{Grain, KeeperKind, Lamp, Level, Message, Oil, PartPatch, Plan, Room, Shade, Sketch, Thing, Wall};
use lamps_api::{
    Descriptor, Download, Encode, GuestAuth, Json, KeeperAuth, LAMPS, MAIN_SERVER, Operation, Output, OwnerAuth,
    SPARE_SERVER, Secret, Sensitive, Upload, WithHeaders,
};

fn main() {
    credentials();
    types();
    let whole: i64 = LAMPS;
    drop(whole);
    let _ = [MAIN_SERVER, SPARE_SERVER];
}

fn send<O: Operation + Encode>(_: O) -> Output<O> {
    unreachable!("it is only compiled")
}

#[allow(dead_code)]
fn operations() {
    let request = LampLight::new("one", 5, "red".to_owned())
        .shade(Shade::Dark)
        .delay(3)
        .pause(4)
        .pin("123456")
        .password("password1")
        .reason("why")
        .plan(Plan::default())
        .extras(Json::default())
        .tags(["a"])
        .dimmed(true)
        .tenant("t");
    light(request.clone());
    let _: Message = send(request);
    let LampRead { lamp_id, .. } = LampRead::new("one");
    let _: String = lamp_id;
    let read: WithHeaders<Lamp, LampReadHeaders> = send(LampRead::new("one"));
    let _: String = read.headers.e_tag;
    let _: i64 = send(LampCount::new());
    let _: Vec<Lamp> = send(LampList::default());
    let _: Vec<String> = send(LampNames::new());
    let _: Message = send(LampDim::new("one"));
    let _: Message = send(LampOpen::new());
    let _: Sensitive<String> = send(LampShine::new());
    let _: Json = send(LampGuess::new());
    let _: Json = send(LampWonder::new());
    let _: Download = send(LampPicture::new());
    let _: String = send(LampGo::new());
    let _: Message = send(LampUpload::new(Upload::bytes("a.png", "a")));
    let _: Message = send(LampBorrow::new());
    let _: Message = send(LampFind::new());
    let trim = WickTrim::new(1, 2);
    let _: (i64, i64) = (trim.from, trim.to);
    let _: Message = send(trim);
    let _: Vec<String> = send(WickList::new().page(1).loud(true).low(true).wait(1).tag(["a"]));
    let _: fn(Output<WickList>) -> Vec<String> = <WickList as Paged>::items;
    if let WickSetResult::Ok(count) = send(WickSet::new(Wall::new("brick"))) {
        let _: i64 = count;
    }
    let _: () = send(WickPart::new(PartPatch::default().piece("brick")));
    let _: () = send(WickWax::new(WickWaxBody::Json(vec!["brick".to_owned()])));
    let _: () = send(WickWax::new(WickWaxBody::Text("brick".to_owned())));
    let _: Vec<String> = send(WickNames::new());
    let _: &[&Descriptor] = lamps_api::OPERATIONS;
}

fn light(request: LampLight) {
    let _: String = request.lamp_id;
    let _: i64 = request.brightness;
    let _: Option<String> = request.colour;
    let _: Option<Shade> = request.shade;
    let _: Option<i64> = request.delay;
    let _: Option<i64> = request.pause;
    let _: Option<String> = request.pin;
    let _: Option<Secret> = request.password;
    let _: Option<String> = request.reason;
    let _: Option<Plan> = request.plan;
    let _: Option<Json> = request.extras;
    let _: Option<Vec<String>> = request.tags;
    let _: Option<bool> = request.dimmed;
    let _: Option<String> = request.tenant;
}

fn credentials() {
    let _ = KeeperAuth::key("name", "key").with_hat("hat");
    let _ = KeeperAuth::code("name", "code").with_key("key").with_code("code");
    let keeper = KeeperAuth::new("name", KeeperKind::Key);
    let _: (String, KeeperKind) = (keeper.name, keeper.kind);
    let _: (Option<Secret>, Option<Secret>, Option<String>) = (keeper.key, keeper.code, keeper.hat);
    let guest = GuestAuth::by_token("token").in_bearer_header();
    let _: Secret = guest.token;
    let _ = (&lamps_api::auth::KEEPER, &lamps_api::auth::KEEPER_HEADERS, &lamps_api::auth::SPARE_HEADERS);
    let _ = (&lamps_api::auth::GUEST, &lamps_api::auth::OWNER);
    let owner = OwnerAuth::deed("deed").with_sort("sort").with_sign("sign").in_bearer_header();
    let _: (String, Option<String>, Option<String>) = (owner.deed, owner.sort, owner.sign);
    let _ = OwnerAuth::new("deed");
}

fn types() {
    let message = Message::default();
    let _: (Option<i64>, Option<String>) = (message.status, message.message);
    let lamp = Lamp::default().owner_null();
    let _: (Option<String>, Option<i64>, Option<Secret>) = (lamp.title, lamp.watt, lamp.serial);
    let _: (Option<String>, Option<String>, Option<Json>) = (lamp.label, lamp.owner, lamp.extras);
    let _: (Option<Vec<String>>, Option<Room>) = (lamp.tags, lamp.room);
    let room = Room::default();
    let _: (Option<String>, Option<String>) = (room.title.clone(), room.place.clone());
    let wall = Wall::new("brick");
    let _: (String, Option<i64>) = (wall.sort.clone(), wall.height);
    let _: Option<Vec<String>> = wall.words.clone();
    let _ = [Thing::Room(room.clone()), Thing::Wall(wall), Thing::Oil(Oil::default())];
    let _: (Plan, Sketch) = (Plan::from(Json::default()), Sketch::from(Json::default()));
    let _: (&str, Number) = (Shade::Light.as_str(), Level::Low.as_number());
    let _ = (Shade::Dark, Level::High, KeeperKind::Key, KeeperKind::Code, KeeperKind::Glove);
    let _ = (Grain::Fine, Grain::Coarse, Level::from(3));
}
