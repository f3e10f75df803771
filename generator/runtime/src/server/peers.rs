//! The other end of a connection, and how many requests it may have running.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use http::{HeaderMap, HeaderName};

/// The running requests of each peer.
pub(super) struct Peers {
    /// Maximum for one peer.
    limit: Option<usize>,
    running: Mutex<HashMap<IpAddr, usize>>,
}

impl Peers {
    pub(super) fn new(limit: Option<usize>) -> Arc<Self> {
        Arc::new(Self { limit, running: Mutex::default() })
    }

    /// Counts a request until the permit is dropped; `None` if the peer has too many.
    pub(super) fn enter(self: &Arc<Self>, peer: IpAddr) -> Option<Permit> {
        if let Some(limit) = self.limit {
            let mut running = self.lock();
            let count = running.entry(peer).or_default();
            if *count >= limit {
                return None;
            }
            *count += 1;
        }
        Some(Permit { peers: self.clone(), peer })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running request of a peer.
pub(super) struct Permit {
    peers: Arc<Peers>,
    peer: IpAddr,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut running = self.peers.lock();
        if let Some(count) = running.get_mut(&self.peer) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.peer);
            }
        }
    }
}

/// The address that counts as one peer: of IPv6 the first 64 bits, because one
/// host usually has all the others.
pub(super) fn of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// The peer that a header names: the last of its addresses, which the nearest
/// proxy has added.
pub(super) fn named(headers: &HeaderMap, name: &HeaderName) -> Option<IpAddr> {
    let text = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    let last = text.rsplit(',').next()?.trim();
    let without_port = || last.parse().map(|address: SocketAddr| address.ip());
    let address = last.trim_matches(['[', ']']).parse().or_else(|_| without_port());
    address.ok().map(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_is_an_address_or_a_network() {
        let of = |text: &str| of(text.parse().unwrap()).to_string();
        assert_eq!(of("192.0.2.1"), "192.0.2.1");
        assert_eq!(of("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }

    #[test]
    fn a_header_names_the_peer_that_the_nearest_proxy_saw() {
        let name = HeaderName::from_static("x-forwarded-for");
        let named = |values: &[&str]| {
            let values = values.iter().map(|value| (name.clone(), value.parse().unwrap()));
            super::named(&values.collect(), &name).map(|peer| peer.to_string())
        };
        for (values, peer) in [
            (&["192.0.2.7, 192.0.2.1"][..], Some("192.0.2.1")),
            (&["192.0.2.7", "192.0.2.1:4711"], Some("192.0.2.1")),
            (&["[2001:db8::1]:4711"], Some("2001:db8::")),
            (&["[2001:db8::1]"], Some("2001:db8::")),
            (&["unknown"], None),
            (&[], None),
        ] {
            assert_eq!(named(values).as_deref(), peer, "{values:?}");
        }
    }

    #[test]
    fn each_peer_has_its_own_limit() {
        let peers = Peers::new(Some(1));
        let [one, two] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let permit = peers.enter(one);
        assert!(permit.is_some() && peers.enter(one).is_none() && peers.enter(two).is_some());
        drop(permit);
        assert!(peers.enter(one).is_some());
        assert!(peers.lock().is_empty());
    }
}
