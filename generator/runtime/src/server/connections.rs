//! Open connections, and which makes room when there are as many as may be.
//!
//! Anyone can open connections and let them wait. So a new one is always
//! accepted, and the oldest of those makes room whose callers aren't admitted:
//! without a whole head, idle, or with a request whose caller isn't known yet.
//! One that has been admitted stays open until its response is sent.

use std::{collections::HashMap, net::IpAddr, time::Duration};

use tokio::{
    task::{AbortHandle, Id},
    time::Instant,
};

use super::{
    limits::TIMEOUT,
    phase::{ConnectionState, MAKING_ROOM},
};

/// The time that each phase of a connection has in any case, however fast others
/// come: enough to send a head again if a packet is lost.
const PATIENCE: Duration = Duration::from_secs(1);

/// The same if nobody waits, but its peer has more than its share.
const LONG_PATIENCE: Duration = PATIENCE.saturating_mul(4);

/// All open connections.
pub(super) struct Connections {
    max: usize,
    /// Maximum of one peer, if peers are known by their addresses.
    share: Option<usize>,
    open: HashMap<Id, Open>,
    counts: HashMap<IpAddr, usize>,
    warned: Option<Instant>,
}

struct Open {
    state: ConnectionState,
    peer: IpAddr,
    task: AbortHandle,
}

impl Connections {
    pub(super) fn new(max: usize, share: Option<usize>) -> Self {
        Self { max, share, open: HashMap::new(), counts: HashMap::new(), warned: None }
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn add(&mut self, peer: IpAddr, state: ConnectionState, task: AbortHandle) {
        *self.counts.entry(peer).or_default() += 1;
        self.open.insert(task.id(), Open { state, peer, task });
    }

    pub(super) fn remove(&mut self, id: Id) {
        let Some(removed) = self.open.remove(&id) else { return };
        if let Some(count) = self.counts.get_mut(&removed.peer) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&removed.peer);
            }
        }
    }

    /// Returns whether a peer has more than its share.
    pub(super) fn is_crowded(&self) -> bool {
        self.share.is_some_and(|share| self.counts.values().any(|count| *count > share))
    }

    /// Closes a connection of a peer that has more than its share, or any if a new one
    /// waits.
    pub(super) fn make_room(&mut self, is_needed: bool) {
        let is_crowd =
            |open: &Open| self.share.is_some_and(|share| self.counts.get(&open.peer) > Some(&share));
        let crowd = |patience| match self.is_crowded() {
            true => oldest(self.open.iter().filter(|(_, open)| is_crowd(open)), usize::MAX, patience),
            false => None,
        };
        // A phase with fewer than half of all is not waited for, so that there is room soon.
        let any = || oldest(self.open.iter(), self.max / 2, PATIENCE);
        self.close(if is_needed { crowd(PATIENCE).or_else(any) } else { crowd(LONG_PATIENCE) });
    }

    fn close(&mut self, id: Option<Id>) {
        if let Some(id) = id
            && let Some(open) = self.open.get(&id)
            && open.state.close()
        {
            open.task.abort();
            self.remove(id);
            if self.warned.is_none_or(|warned| warned.elapsed() >= TIMEOUT) {
                tracing::warn!(limit = self.max, share = self.share, "connections are closed to make room");
                self.warned = Some(Instant::now());
            }
        }
    }
}

/// The connection that makes room; `None` if none has had its time. A phase of so
/// `many` connections goes before the next one even then.
fn oldest<'a>(open: impl Iterator<Item = (&'a Id, &'a Open)>, many: usize, patience: Duration) -> Option<Id> {
    let mut phases = MAKING_ROOM.map(|phase| (phase, 0, None));
    for (id, open) in open {
        let (phase, since) = open.state.phase();
        if let Some((_, count, oldest)) = phases.iter_mut().find(|(making_room, ..)| *making_room == phase) {
            *count += 1;
            if oldest.is_none_or(|(other, _)| since < other) {
                *oldest = Some((since, *id));
            }
        }
    }
    for (_, count, oldest) in phases {
        match oldest {
            Some((since, id)) if since.elapsed() >= patience => return Some(id),
            Some(_) if count >= many.max(1) => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{
        super::{peers::Peers, phase::Phase},
        *,
    };

    const PEER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[tokio::test(start_paused = true)]
    async fn the_oldest_of_the_first_phase_makes_room() {
        let mut connections = Connections::new(4, Some(6));
        let mut tasks = tokio::task::JoinSet::new();
        let mut add = |connections: &mut Connections| {
            let state = ConnectionState::new(PEER, Peers::new(None));
            connections.add(PEER, state.clone(), tasks.spawn(std::future::pending::<()>()));
            state
        };
        let is_closed = |state: &ConnectionState| state.phase().0 == Phase::Closed;
        let idle = add(&mut connections);
        idle.begin(PEER);
        idle.complete();
        idle.flushed();
        tokio::time::advance(PATIENCE).await;
        let one = add(&mut connections);
        connections.make_room(false);
        assert_eq!(connections.len(), 2, "nobody needs it");
        tokio::time::advance(PATIENCE).await;
        let two = add(&mut connections);
        connections.make_room(true);
        assert!(is_closed(&one) && !is_closed(&idle));
        let three = add(&mut connections);
        connections.make_room(true);
        assert_eq!(connections.len(), 3, "so many heads are waited for");
        three.begin(PEER);
        connections.make_room(true);
        assert!(is_closed(&idle), "one head isn't");
        tokio::time::advance(LONG_PATIENCE).await;
        let crowd: Vec<ConnectionState> = std::iter::repeat_with(|| add(&mut connections)).take(5).collect();
        connections.make_room(false);
        assert!(is_closed(&two) && !connections.is_crowded() && !crowd.iter().any(is_closed));
    }
}
