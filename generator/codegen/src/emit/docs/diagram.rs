//! States and transitions as a self-contained SVG: no script, no font, no
//! network. States are stacked; each transition is an arrow in a lane of its own
//! beside them, with the number of its row in the table below the diagram.

use generator_spec::text::inert;

const MARGIN: usize = 16;
const HEIGHT: usize = 36;
const ROW: usize = 60;
const LANE: usize = 32;
/// The largest width of a character at 14 pixels.
const CHARACTER: usize = 8;

/// The diagram of transitions, each from a state to a state.
pub fn svg(title: &str, edges: &[[&str; 2]]) -> String {
    let mut states: Vec<&str> = Vec::new();
    for state in edges.iter().flatten() {
        if !states.contains(state) {
            states.push(state);
        }
    }
    let longest = states.iter().map(|state| length(state)).max().unwrap_or(0);
    let width = longest * CHARACTER + 2 * MARGIN;
    let boxes = states.iter().enumerate().map(|(row, name)| state(row, width, name)).collect::<String>();
    let top = |state: &str| {
        MARGIN
            + ROW * states.iter().position(|known| *known == state).expect("every state of an edge has a row")
    };
    let arrows: String = edges
        .iter()
        .enumerate()
        .map(|(lane, [from, to])| arrow(lane, MARGIN + width, top(from), top(to)))
        .collect();
    let title = escape(title);
    let (width, height) = (2 * MARGIN + width + (edges.len() + 1) * LANE, MARGIN + ROW * states.len());
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="14">
<title>{title}</title>
<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 10 5 0 10z" fill="#57606a"/></marker></defs>
<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>
{boxes}{arrows}</svg>
"##
    )
}

fn state(row: usize, width: usize, name: &str) -> String {
    let (top, center) = (MARGIN + ROW * row, MARGIN + width / 2);
    format!(
        "<rect x=\"{MARGIN}\" y=\"{top}\" width=\"{width}\" height=\"{HEIGHT}\" rx=\"6\" fill=\"#ddf4ff\" stroke=\"#0969da\"/>\n\
         <text x=\"{center}\" y=\"{}\" text-anchor=\"middle\" fill=\"#1f2328\">{}</text>\n",
        top + 23,
        escape(name)
    )
}

/// An arrow, which leaves a state in its upper half and enters one in its lower half.
fn arrow(lane: usize, right: usize, from: usize, to: usize) -> String {
    let (x, start, end) = (right + (lane + 1) * LANE, from + 10, to + HEIGHT - 10);
    format!(
        "<path d=\"M{right} {start}H{x}V{end}H{right}\" fill=\"none\" stroke=\"#57606a\" stroke-width=\"1.5\" marker-end=\"url(#head)\"/>\n\
         <text x=\"{}\" y=\"{}\" fill=\"#1f2328\">{}</text>\n",
        x + 4,
        (start + end) / 2 + 5,
        lane + 1
    )
}

/// A text between tags.
fn escape(text: &str) -> String {
    inert(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The number of columns of a text. Characters that are not ASCII may be wide.
fn length(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}
