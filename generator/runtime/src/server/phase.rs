//! The state of a connection, which says whether it may make room.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::time::Instant;

use super::peers::{Peers, Permit};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It has not sent a whole head yet.
    Head,
    /// Its responses are sent.
    Idle,
    /// The caller of its request isn't admitted yet, or was refused.
    Admitting,
    /// The caller of its request is admitted.
    Running,
    /// It has made room, and does nothing more.
    Closed,
}

/// The phases in which a connection makes room; the first ones first.
pub(super) const MAKING_ROOM: [Phase; 3] = [Phase::Head, Phase::Idle, Phase::Admitting];

/// The state of a connection. An extension of its requests.
#[derive(Clone)]
pub(super) struct ConnectionState(Arc<Shared>);

struct Shared {
    peers: Arc<Peers>,
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    since: Instant,
    /// The peer of the last request.
    peer: IpAddr,
    /// While a request is running.
    permit: Option<Permit>,
    /// The response is complete, but perhaps not sent.
    is_complete: bool,
}

impl ConnectionState {
    pub(super) fn new(peer: IpAddr, peers: Arc<Peers>) -> Self {
        let (phase, since) = (Phase::Head, Instant::now());
        let state = State { phase, since, peer, permit: None, is_complete: false };
        Self(Arc::new(Shared { peers, state: state.into() }))
    }

    /// A whole head came. Returns whether the peer may have one more request.
    pub(super) fn begin(&self, peer: IpAddr) -> bool {
        let mut state = self.lock();
        state.peer = peer;
        state.is_complete = false;
        state.run(&self.0.peers)
    }

    /// The request is one whose caller will be admitted or refused.
    pub(super) fn admitting(&self) {
        self.lock().enter(Phase::Admitting);
    }

    /// The caller is admitted. Returns whether the request may run: not if the
    /// connection has made room, or the peer has too many.
    pub(super) fn admitted(&self) -> bool {
        self.lock().run(&self.0.peers)
    }

    /// The response is complete.
    pub(super) fn complete(&self) {
        self.lock().is_complete = true;
    }

    /// All that was written is sent.
    pub(super) fn flushed(&self) {
        let mut state = self.lock();
        if std::mem::take(&mut state.is_complete) {
            state.enter(Phase::Idle);
        }
    }

    /// Returns whether the connection is to be closed now: not if its caller was
    /// admitted meanwhile.
    pub(super) fn close(&self) -> bool {
        let mut state = self.lock();
        let closes = MAKING_ROOM.contains(&state.phase);
        if closes {
            state.enter(Phase::Closed);
        }
        closes
    }

    /// Returns its phase, and when that began.
    pub(super) fn phase(&self) -> (Phase, Instant) {
        let state = self.lock();
        (state.phase, state.since)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        self.permit = None;
        if self.phase != Phase::Closed {
            (self.phase, self.since) = (phase, Instant::now());
        }
    }

    fn run(&mut self, peers: &Arc<Peers>) -> bool {
        self.enter(Phase::Running);
        if self.phase == Phase::Running {
            self.permit = peers.enter(self.peer);
            if self.permit.is_none() {
                self.enter(Phase::Admitting);
            }
        }
        self.permit.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn who_makes_room_is_never_admitted_and_who_is_admitted_never_makes_room() {
        let state = || ConnectionState::new(PEER, Peers::new(None));
        let (closed, admitted) = (state(), state());
        for state in [&closed, &admitted] {
            assert!(state.begin(PEER));
            state.admitting();
        }
        assert!(closed.close() && !closed.admitted() && !closed.begin(PEER) && !closed.close());
        assert!(admitted.admitted() && !admitted.close());
        admitted.flushed();
        assert!(!admitted.close(), "a part of its response");
        admitted.complete();
        assert!(!admitted.close(), "it is complete, but not sent");
        admitted.flushed();
        assert!(admitted.close());
    }

    #[test]
    fn a_refused_request_makes_room_even_if_nobody_reads_its_response() {
        let state = ConnectionState::new(PEER, Peers::new(Some(1)));
        let other = ConnectionState::new(PEER, state.0.peers.clone());
        assert!(state.begin(PEER) && !other.begin(PEER) && other.close());
        state.admitting();
        state.complete();
        assert!(state.close());
    }
}
