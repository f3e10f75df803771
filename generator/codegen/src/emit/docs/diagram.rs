//! States and transitions as a self-contained SVG: no script, no font, no
//! network. States are stacked; an arrow to the next state carries its trigger,
//! any other arrow runs along the side. Arrows have the numbers of the rows of
//! the table below the diagram.

use crate::text::{inert, wrapped};

/// A transition.
pub struct Edge<'a> {
    /// State before.
    pub from: &'a str,
    /// State after.
    pub to: &'a str,
    /// What causes it.
    pub label: &'a str,
}

const MARGIN: usize = 16;
const LINE: usize = 20;
const BOX_HEIGHT: usize = 36;
const LANE: usize = 32;
/// The width of a character, at most, at 14 pixels.
const CHARACTER: usize = 8;
/// Longer labels wrap.
const LABEL: usize = 36;

/// The diagram.
pub fn svg(title: &str, edges: &[Edge<'_>]) -> String {
    let layout = Layout::new(edges);
    let boxes: String = (0..layout.states.len()).map(|index| layout.state(index)).collect();
    let arrows: String = (0..edges.len()).map(|index| layout.arrow(index)).collect();
    let (width, height) = (layout.width(), layout.height());
    let title = escape(title);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="14">
<title>{title}</title>
<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 10 5 0 10z" fill="#57606a"/></marker></defs>
<rect x="0.5" y="0.5" width="{}" height="{}" rx="8" fill="#ffffff" stroke="#d0d7de"/>
{boxes}{arrows}</svg>
"##,
        width - 1,
        height - 1
    )
}

/// A text in SVG.
fn escape(text: &str) -> String {
    let text = inert(text);
    let characters = text.chars().map(|c| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        c => c.to_string(),
    });
    characters.collect()
}

struct Layout<'a> {
    states: Vec<&'a str>,
    edges: &'a [Edge<'a>],
    /// Labels of the arrows to the next state, below each state, as lines.
    below: Vec<Vec<String>>,
    /// The side lane of each arrow that has one.
    lanes: Vec<Option<usize>>,
}

impl<'a> Layout<'a> {
    fn new(edges: &'a [Edge<'a>]) -> Self {
        let mut states: Vec<&str> = Vec::new();
        for state in edges.iter().flat_map(|edge| [edge.from, edge.to]) {
            if !states.contains(&state) {
                states.push(state);
            }
        }
        let mut layout = Self { below: vec![Vec::new(); states.len()], states, edges, lanes: Vec::new() };
        let mut lanes = 0;
        for (number, edge) in edges.iter().enumerate() {
            let (from, to) = (layout.position(edge.from), layout.position(edge.to));
            let is_next = to == from + 1;
            layout.lanes.push((!is_next).then_some(lanes));
            if is_next {
                let label = format!("{} {}", number + 1, edge.label);
                let lines = wrapped(label.split_whitespace(), LABEL, length);
                layout.below.get_mut(from).into_iter().for_each(|below| below.extend(lines.iter().cloned()));
            } else {
                lanes += 1;
            }
        }
        layout
    }

    fn position(&self, state: &str) -> usize {
        self.states.iter().position(|other| *other == state).unwrap_or_default()
    }

    fn box_width(&self) -> usize {
        let longest = self.states.iter().map(|state| length(state)).max().unwrap_or_default();
        longest * CHARACTER + 2 * MARGIN
    }

    fn width(&self) -> usize {
        let labels = self.below.iter().flatten().map(|line| length(line)).max().unwrap_or_default();
        let labelled = self.box_width() / 2 + labels * CHARACTER + MARGIN;
        let lanes = self.lanes.iter().flatten().count();
        MARGIN + self.box_width().max(labelled) + lanes * LANE + MARGIN
    }

    fn height(&self) -> usize {
        self.top(self.states.len()) - self.gap(self.states.len().saturating_sub(1)) + MARGIN
    }

    /// The space below a state.
    fn gap(&self, index: usize) -> usize {
        let lines = self.below.get(index).map_or(0, Vec::len);
        LINE + lines.max(1) * LINE
    }

    fn top(&self, index: usize) -> usize {
        MARGIN + (0..index).map(|above| BOX_HEIGHT + self.gap(above)).sum::<usize>()
    }

    fn state(&self, index: usize) -> String {
        let (top, width) = (self.top(index), self.box_width());
        let (center, baseline) = (MARGIN + width / 2, top + 23);
        let name = escape(self.states.get(index).copied().unwrap_or_default());
        format!(
            "<rect x=\"{MARGIN}\" y=\"{top}\" width=\"{width}\" height=\"{BOX_HEIGHT}\" rx=\"6\" fill=\"#ddf4ff\" stroke=\"#0969da\"/>\n\
             <text x=\"{center}\" y=\"{baseline}\" text-anchor=\"middle\" fill=\"#1f2328\">{name}</text>\n"
        )
    }

    fn arrow(&self, index: usize) -> String {
        let Some(edge) = self.edges.get(index) else { return String::new() };
        match self.lanes.get(index).copied().flatten() {
            Some(lane) => self.side(index, edge, lane),
            None => self.down(edge),
        }
    }

    /// An arrow to the next state; the first one of them brings the labels of all.
    fn down(&self, edge: &Edge<'_>) -> String {
        let from = self.position(edge.from);
        let (top, bottom) = (self.top(from) + BOX_HEIGHT, self.top(from + 1));
        let center = MARGIN + self.box_width() / 2;
        let lines = self.below.get(from).into_iter().flatten().enumerate().map(|(number, line)| {
            let (x, y) = (center + 12, top + 24 + number * LINE);
            format!("<text x=\"{x}\" y=\"{y}\" fill=\"#1f2328\">{}</text>\n", escape(line))
        });
        let is_first = self
            .edges
            .iter()
            .find(|it| it.from == edge.from && it.to == edge.to)
            .is_some_and(|it| std::ptr::eq(it, edge));
        if !is_first {
            return String::new();
        }
        format!(
            "<path d=\"M{center} {top}V{bottom}\" fill=\"none\" stroke=\"#57606a\" stroke-width=\"1.5\" marker-end=\"url(#head)\"/>\n{}",
            lines.collect::<String>()
        )
    }

    /// An arrow round the side.
    fn side(&self, index: usize, edge: &Edge<'_>, lane: usize) -> String {
        let right = MARGIN + self.box_width();
        let x = self.width() - MARGIN - (lane + 1) * LANE + LANE / 2;
        let start = self.top(self.position(edge.from)) + 10;
        let end = self.top(self.position(edge.to)) + BOX_HEIGHT - 10;
        let (middle, number) = ((start + end) / 2 + 5, index + 1);
        format!(
            "<path d=\"M{right} {start}H{x}V{end}H{right}\" fill=\"none\" stroke=\"#57606a\" stroke-width=\"1.5\" marker-end=\"url(#head)\"/>\n\
             <text x=\"{}\" y=\"{middle}\" fill=\"#1f2328\">{number}</text>\n",
            x + 4
        )
    }
}

/// Columns that a text takes; what is not ASCII may be wide.
fn length(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}
