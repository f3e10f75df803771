//! A server that implements everything in the traits of the crate of `base`,
//! with every type written out.


use lamps_api::operations::shelf::{
    LampBorrow, LampCount, LampDim, LampFind, LampGo, LampGuess, LampLight, LampList, LampNames, LampOpen, LampPicture,
    LampRead, LampReadHeaders, LampShine, LampUpload, LampWonder,
};
use lamps_api::operations::wicks::{WickList, WickPart, WickSet, WickSetResult, WickTrim, WickWax, WickWaxBody};
use lamps_api::server::{Call, Context, File, Gatekeeper, Refusal, Shelf, Wicks, complete};
use lamps_api::types::{Grain, KeeperKind, Lamp, Level, Message, Oil, PartPatch, Plan, Room, Shade, Sketch, Thing, Wall};
use lamps_api::{Carrier, GuestAuth, Json, KeeperAuth, LAMPS, OwnerAuth, Secret, WithHeaders};

fn main() {
    let _ = complete(House);
}

struct House;
struct Keeper(String);
struct Guest;
struct Owner;

impl Gatekeeper for House {
    type Keeper = Keeper;
    type Guest = Guest;
    type Owner = Owner;
    type Helper = ();

    async fn keeper(&self, credential: KeeperAuth, _: &Call) -> Result<Keeper, Refusal> {
        let _: (KeeperKind, Option<Secret>, Option<Secret>) = (credential.kind, credential.key, credential.code);
        let _: Option<String> = credential.hat;
        let _ = (KeeperKind::Glove, Grain::Coarse, Level::from(3));
        Ok(Keeper(credential.name))
    }

    async fn guest(&self, credential: GuestAuth, _: &Call) -> Result<Guest, Refusal> {
        let _: Secret = credential.token;
        Ok(Guest)
    }

    async fn owner(&self, credential: OwnerAuth, _: &Call) -> Result<Owner, Refusal> {
        let _: Carrier = credential.carrier;
        let _: (String, Option<String>, Option<String>) = (credential.deed, credential.sort, credential.sign);
        Ok(Owner)
    }

    fn anybody_may(&self, _: &Call) -> bool {
        true
    }

    fn switch_is_on(&self, _: &Call) -> bool {
        true
    }

    fn is_named(&self, caller: &Keeper, _: &Call) -> bool {
        !caller.0.is_empty()
    }

    fn has_permission(&self, _: &Guest, _: &str) -> bool {
        true
    }

    fn lets_in_where_not_shown(&self, _: &Call) -> bool {
        true
    }
}

impl Shelf for House {
    async fn lamp_light(&self, request: LampLight, _: Context<Keeper>) -> Result<Message, Refusal> {
        let _: (String, i64, Option<String>) = (request.lamp_id, request.brightness, request.colour);
        let _: (Option<Shade>, Option<i64>, Option<i64>) = (request.shade, request.delay, request.pause);
        let _: (Option<String>, Option<Secret>, Option<String>) = (request.pin, request.password, request.reason);
        let _: (Option<Plan>, Option<Json>) = (request.plan, request.extras);
        let _: (Option<Vec<String>>, Option<bool>) = (request.tags, request.dimmed);
        let _: Option<String> = request.tenant;
        Ok(message())
    }

    async fn lamp_read(&self, request: LampRead, _: Context<Keeper>) -> Result<WithHeaders<Lamp, LampReadHeaders>, Refusal> {
        let _: String = request.lamp_id;
        Ok(WithHeaders { value: lamp(), headers: LampReadHeaders::new("e") })
    }

    async fn lamp_count(&self, _: LampCount, _: Context<Keeper>) -> Result<i64, Refusal> {
        Ok(LAMPS)
    }

    async fn lamp_list(&self, _: LampList, _: Context<Guest>) -> Result<Vec<Lamp>, Refusal> {
        Ok(vec![lamp()])
    }

    async fn lamp_names(&self, _: LampNames, _: Context<Keeper>) -> Result<Vec<String>, Refusal> {
        Ok(Vec::new())
    }

    async fn lamp_dim(&self, request: LampDim, _: Context<Keeper>) -> Result<Message, Refusal> {
        let _: String = request.lamp_id;
        Ok(message())
    }

    async fn lamp_open(&self, _: LampOpen, _: Context<Option<Keeper>>) -> Result<Message, Refusal> {
        Ok(message())
    }

    async fn lamp_shine(&self, _: LampShine, _: Context<()>) -> Result<String, Refusal> {
        Ok(Shade::Light.as_str().to_owned())
    }

    async fn lamp_guess(&self, _: LampGuess, _: Context<()>) -> Result<Json, Refusal> {
        Ok(Json::default())
    }

    async fn lamp_wonder(&self, _: LampWonder, _: Context<()>) -> Result<Json, Refusal> {
        Ok(Json::default())
    }

    async fn lamp_picture(&self, _: LampPicture, _: Context<Keeper>) -> Result<File, Refusal> {
        Err(Refusal::unauthorized("no"))
    }

    async fn lamp_go(&self, _: LampGo, _: Context<Keeper>) -> Result<String, Refusal> {
        Ok(String::new())
    }

    async fn lamp_upload(&self, request: LampUpload, _: Context<Keeper>) -> Result<Message, Refusal> {
        drop(request.picture);
        Ok(message())
    }

    async fn lamp_borrow(&self, _: LampBorrow, _: Context<Guest>) -> Result<Message, Refusal> {
        Ok(message())
    }

    async fn lamp_find(&self, _: LampFind, _: Context<Keeper>) -> Result<Message, Refusal> {
        Ok(message())
    }
}

impl Wicks for House {
    async fn wick_trim(&self, request: WickTrim, _: Context<Keeper>) -> Result<Message, Refusal> {
        let _: (i64, i64) = (request.from, request.to);
        Ok(message())
    }
    async fn wick_list(&self, request: WickList, _: Context<Keeper>) -> Result<Vec<String>, Refusal> {
        let _: (Option<i64>, Option<bool>, Option<bool>) = (request.page, request.loud, request.low);
        let _: (Option<i64>, Option<Vec<String>>) = (request.wait, request.tag);
        Ok(vec!["long".to_owned()])
    }
    async fn wick_set(&self, request: WickSet, _: Context<Keeper>) -> Result<WickSetResult, Refusal> {
        let wall: Wall = request.body;
        let _: Option<Vec<String>> = wall.words.clone();
        let _: (String, Option<i64>) = (wall.sort.clone(), wall.height);
        let _ = [Thing::Room(Room::default()), Thing::Wall(wall), Thing::Oil(Oil::default())];
        Ok(WickSetResult::Ok(1))
    }
    async fn wick_part(&self, request: WickPart, _: Context<Keeper>) -> Result<(), Refusal> {
        let part: PartPatch = request.body;
        let _: Option<String> = part.piece;
        Ok(())
    }
    async fn wick_wax(&self, request: WickWax, _: Context<Keeper>) -> Result<(), Refusal> {
        match request.body {
            WickWaxBody::Json(wall) => drop::<Vec<String>>(wall),
            WickWaxBody::Text(text) => drop::<String>(text),
            _ => {}
        }
        Ok(())
    }
}

fn message() -> Message {
    let mut message = Message::default();
    message.status = Some(200);
    message.message = Some("OK".to_owned());
    message
}

fn lamp() -> Lamp {
    let mut room = Room::default();
    room.title = Some("hall".to_owned());
    room.place = Some("here".to_owned());
    let mut lamp = Lamp::default().owner_null();
    lamp.title = Some("one".to_owned());
    lamp.watt = Some(5);
    lamp.serial = Some(Secret::from("serial"));
    lamp.label = Some("label".to_owned());
    lamp.owner = Some("owner".to_owned());
    lamp.extras = Some(Json::from(Plan::default()));
    lamp.tags = Some(vec![Shade::Dark.to_string(), Level::High.as_number().to_string(), Level::Low.as_number().to_string()]);
    lamp.room = Some(room);
    drop(Sketch::from(Json::default()));
    lamp
}
