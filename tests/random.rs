//! Random numbers that a seed repeats.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Numbers of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number less than `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.number() % end.max(1) as u64).expect("it is less than a usize")
    }

    /// True so many times in a hundred.
    pub fn percent(&mut self, times: u64) -> bool {
        self.number() % 100 < times
    }

    /// One of the items.
    pub fn one<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }

    /// A path with one of the separators after `/api/v1/` changed, `/` to `-` or `-` to `/`.
    pub fn moved(&mut self, path: &str) -> String {
        let start = path.match_indices('/').nth(2).map_or(0, |(at, _)| at + 1);
        let separators = path.match_indices(['/', '-']).map(|(at, _)| at).filter(|at| *at >= start);
        let separators: Vec<usize> = separators.collect();
        let Some(at) = separators.get(self.below(separators.len())) else { return path.to_owned() };
        let other = if path[*at..].starts_with('/') { "-" } else { "/" };
        format!("{}{other}{}", &path[..*at], &path[at + 1..])
    }
}
