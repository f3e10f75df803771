//! Overlays that are learned, written and read again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use generator_learn::recordings::Evidence;
use generator_learn::{Learned, OVERLAY, fit, learn, vocabulary};
use generator_review::lint::lint;
use generator_spec::Spec;
use tests::TempDir;

use crate::learn::archive::CANARY;
use crate::learn::learning::yaml;

/// Learns from a recording about the first API of a spec. No value is shown; the overlay loads as a
/// whole and has no lint, and the recording has nothing new with it.
pub fn settled(spec: &Path, recording: &[u8]) -> Learned {
    let found = once(spec, recording, &[]);
    let text = format!("{}{}", yaml(&found), found.report.text());
    assert!(!text.contains(CANARY), "{text}");
    if found.draft.is_empty() {
        return found;
    }
    let scratch = TempDir::new();
    let overlay = scratch.write("learned.yaml", yaml(&found));
    let again = once(spec, recording, &[overlay]);
    assert!(
        again.draft.is_empty() && !again.report.has_additions(),
        "{}{}",
        again.report.text(),
        yaml(&again)
    );
    let open = found.report.contradictions().iter().filter(|it| !it.is_written).count();
    assert_eq!(again.report.contradictions().len(), open, "{}", again.report.text());
    found
}

fn once(folder: &Path, recording: &[u8], overlays: &[PathBuf]) -> Learned {
    let spec = Spec::open_with(folder, overlays).expect("no error");
    let before = lint(&spec, None).len();
    let mut evidence = Evidence::new(vocabulary(&spec), BTreeSet::new());
    evidence.add(&mut &*recording).expect("it is a recording");
    let mut found = learn(&spec.apis[0], &spec.sources[0], &evidence);
    found.draft.name = format!("learned{}", overlays.len());
    found.draft.source = "A test.".to_owned();
    let (with, taken) = fit(&mut found.draft, folder, overlays).expect("no error of the spec");
    assert_eq!(taken, Vec::<String>::new());
    found.report.settle(&found.draft);
    let lints = lint(&with, None);
    let is_of_overlay = |path: &str| path == OVERLAY;
    let own = lints
        .iter()
        .filter(|it| it.finding.diagnostic.file.as_ref().is_some_and(|it| is_of_overlay(&it.path)));
    let own: Vec<_> = own.filter_map(|it| it.finding.rule).collect();
    assert_eq!(lints.len(), before + own.len(), "{}", yaml(&found));
    found.draft.allowed = own.into_iter().collect();
    found
}
