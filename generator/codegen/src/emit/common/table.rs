//! Tables of Markdown.

/// A table whose cells are Markdown already.
pub struct Table<const N: usize> {
    headings: [&'static str; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table without rows.
    pub fn new(headings: [&'static str; N]) -> Self {
        Self { headings, rows: Vec::new() }
    }

    /// The table with these rows too.
    pub fn rows(mut self, rows: impl IntoIterator<Item = [String; N]>) -> Self {
        self.rows.extend(rows);
        self
    }

    /// Returns Markdown without empty columns; empty if there are no rows.
    pub fn print(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let is_filled: Vec<bool> = (0..N)
            .map(|column| self.rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_empty())))
            .collect();
        let filled = |cells: &[&str; N]| {
            row(cells.iter().zip(&is_filled).filter(|(_, filled)| **filled).map(|(cell, _)| *cell))
        };
        let mut lines = vec![filled(&self.headings), filled(&["---"; N])];
        lines.extend(self.rows.iter().map(|row| filled(&row.each_ref().map(String::as_str))));
        lines.join("\n")
    }
}

/// A line of a table.
pub fn row<'c>(cells: impl IntoIterator<Item = &'c str>) -> String {
    let mut line = String::from("|");
    for cell in cells {
        line.push(' ');
        line.push_str(cell);
        line.push_str(" |");
    }
    line
}
