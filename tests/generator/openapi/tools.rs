//! The table of tools has the versions that are tested.

const TABLE: &str = include_str!("../../../generated/docs/src/other-languages.md");

const PINS: &[&str] = &[
    include_str!("../../foreign/package.json"),
    include_str!("../../foreign/requirements.txt"),
    include_str!("../../foreign/install-nightly"),
];

#[test]
fn the_versions_are_the_pinned_ones() {
    let rows = TABLE.lines().filter(|line| line.starts_with("| ")).skip(1);
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    let mut count = 0;
    for cells in cells {
        let names = cells[1].split(", ").filter(|name| !name.starts_with('`'));
        let versions = cells[2].split(", ").filter(|version| !version.is_empty());
        for (name, version) in names.zip(versions) {
            let name = name.trim_end_matches(" CLI").to_lowercase().replace(' ', "-");
            let pinned = PINS.iter().flat_map(|pins| pins.lines()).any(|line| {
                let line = line.to_lowercase();
                let after = line.split_once(version).map(|(_, after)| after);
                let is_whole = after.is_some_and(|it| !it.starts_with(|c: char| c.is_ascii_digit()));
                is_whole
                    && (line.contains(&name) || name == "scalar" && line.contains("@scalar/api-reference"))
            });
            assert!(pinned, "{name} {version} is not what tests/foreign installs");
            count += 1;
        }
    }
    assert!(count > 15, "the table has rows");
}
