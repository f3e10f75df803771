//! A YAML file as it is formatted: its values, with the comments and blank
//! lines between them.

/// A value.
#[derive(Clone, Debug)]
pub enum Node {
    /// A text, a number, `true`, nothing.
    Scalar(Scalar),
    /// A map or a list.
    Group(Group),
}

/// A value without parts.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// What it says.
    pub text: String,
    /// Whether it is a text whatever it looks like: `"1"`.
    pub quoted: bool,
}

/// A map or a list.
#[derive(Clone, Debug)]
pub struct Group {
    /// Which of them.
    pub kind: GroupKind,
    /// How it was written.
    pub written: Written,
    /// What is in it.
    pub entries: Vec<Entry>,
    /// Comments after its last entry.
    pub tail: Vec<Comment>,
}

/// A map or a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// Keys and values.
    Map,
    /// Values.
    List,
}

/// How a map or a list is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// An entry a line.
    Block,
    /// In brackets.
    Flow,
}

/// An entry of a map or an item of a list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Whole-line comments before it.
    pub comments: Vec<Comment>,
    /// Whether a blank line comes right before it.
    pub blank_before: bool,
    /// Key, in a map.
    pub key: Option<Scalar>,
    /// Value.
    pub value: Node,
    /// Comment after it on its line.
    pub trailing: Option<String>,
}

/// A comment alone on its line.
#[derive(Clone, Debug)]
pub struct Comment {
    /// From `#` to the end of the line.
    pub text: String,
    /// Whether a blank line comes before it.
    pub blank_before: bool,
}

impl Node {
    /// Whether it contains a comment.
    pub fn has_comments(&self) -> bool {
        match self {
            Self::Scalar(_) => false,
            Self::Group(group) => !group.tail.is_empty() || group.entries.iter().any(Entry::has_comments),
        }
    }

    /// Whether it has no parts that have parts.
    pub fn is_flat(&self) -> bool {
        match self {
            Self::Scalar(_) => true,
            Self::Group(group) => group.entries.iter().all(|entry| matches!(entry.value, Self::Scalar(_))),
        }
    }

    /// All that it says in its order, without layout: what formatting must keep.
    pub fn outline(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.collect(&mut out);
        out
    }

    fn collect(&self, out: &mut Vec<String>) {
        let group = match self {
            Self::Scalar(scalar) => return out.push(scalar.text.clone()),
            Self::Group(group) => group,
        };
        for entry in &group.entries {
            out.extend(entry.comments.iter().map(|comment| comment.text.clone()));
            out.extend(entry.key.iter().map(|key| format!("{}:", key.text)));
            out.extend(entry.trailing.clone());
            entry.value.collect(out);
        }
        out.extend(group.tail.iter().map(|comment| comment.text.clone()));
    }
}

impl Entry {
    fn has_comments(&self) -> bool {
        !self.comments.is_empty() || self.trailing.is_some() || self.value.has_comments()
    }
}
