//! Syntax trees of what every operation has. `quote!` writes tokens, which have
//! to be parsed before they can be printed; of a thousand small functions that
//! costs more than anything else in a run.

use proc_macro2::{Ident, Span};
use syn::{
    Attribute, Block, Expr, FnArg, ImplItem, Item, Lit, LitBool, LitInt, LitStr, Member, Pat, Stmt, Type,
};

use super::rust::ident;

/// `"text"`
pub fn text(text: &str) -> Expr {
    literal(Lit::Str(LitStr::new(text, Span::call_site())))
}

/// `18`
pub fn number(number: impl Into<u64>) -> Expr {
    literal(Lit::Int(LitInt::new(&number.into().to_string(), Span::call_site())))
}

/// `true`
pub fn boolean(value: bool) -> Expr {
    literal(Lit::Bool(LitBool::new(value, Span::call_site())))
}

fn literal(lit: Lit) -> Expr {
    Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit })
}

/// `rt::Auth::None`, of its parts.
pub fn path(parts: &[&str]) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: joined(parts) })
}

/// A name that can be a keyword's, as that of an argument.
pub fn variable(name: &str) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: ident(name).into() })
}

fn joined(parts: &[&str]) -> syn::Path {
    let segments =
        parts.iter().map(|part| syn::PathSegment::from(Ident::new(part, Span::call_site()))).collect();
    syn::Path { leading_colon: None, segments }
}

/// `self.field`
pub fn of_self(field: &str) -> Expr {
    Expr::Field(syn::ExprField {
        attrs: Vec::new(),
        base: Box::new(path(&["self"])),
        dot_token: Default::default(),
        member: Member::Named(ident(field)),
    })
}

/// `&value`
pub fn reference(value: Expr) -> Expr {
    Expr::Reference(syn::ExprReference {
        attrs: Vec::new(),
        and_token: Default::default(),
        mutability: None,
        expr: Box::new(value),
    })
}

/// `&[one, two]`
pub fn list(items: impl IntoIterator<Item = Expr>) -> Expr {
    reference(Expr::Array(syn::ExprArray {
        attrs: Vec::new(),
        bracket_token: Default::default(),
        elems: items.into_iter().collect(),
    }))
}

/// `Some(value)`, or `None`.
pub fn option(value: Option<Expr>) -> Expr {
    value.map_or_else(|| path(&["None"]), |value| call(&["Some"], [value]))
}

/// `rt::Version::new(18, 3, 4)`
pub fn call(function: &[&str], arguments: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::Call(syn::ExprCall {
        attrs: Vec::new(),
        func: Box::new(path(function)),
        paren_token: Default::default(),
        args: arguments.into_iter().collect(),
    })
}

/// `receiver.method(argument)`
pub fn method(receiver: Expr, method: &str, arguments: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::MethodCall(syn::ExprMethodCall {
        attrs: Vec::new(),
        receiver: Box::new(receiver),
        dot_token: Default::default(),
        method: ident(method),
        turbofish: None,
        paren_token: Default::default(),
        args: arguments.into_iter().collect(),
    })
}

/// `rt::Deprecation { replacement: None }`
pub fn record<'a>(name: &[&str], fields: impl IntoIterator<Item = (&'a str, Expr)>) -> Expr {
    let field = |(name, expr)| {
        let member = ident(name);
        // A field of its own name is written in short.
        let is_short = matches!(&expr, Expr::Path(it) if it.path.is_ident(&member));
        syn::FieldValue {
            attrs: Vec::new(),
            member: Member::Named(member),
            colon_token: (!is_short).then(Default::default),
            expr,
        }
    };
    Expr::Struct(syn::ExprStruct {
        attrs: Vec::new(),
        qself: None,
        path: joined(name),
        brace_token: Default::default(),
        fields: fields.into_iter().map(field).collect(),
        dot2_token: None,
        rest: None,
    })
}

/// `value;`
pub fn statement(value: Expr) -> Stmt {
    Stmt::Expr(value, Some(Default::default()))
}

/// `#[doc = "text"]`
pub fn doc(value: &str) -> Attribute {
    Attribute {
        pound_token: Default::default(),
        style: syn::AttrStyle::Outer,
        bracket_token: Default::default(),
        meta: syn::Meta::NameValue(syn::MetaNameValue {
            path: joined(&["doc"]),
            eq_token: Default::default(),
            value: text(value),
        }),
    }
}

/// `rt::FormWriter`
pub fn ty(parts: &[&str]) -> Type {
    Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: joined(parts) })
}

/// `Vec<String>`
pub fn generic(parts: &[&str], arguments: impl IntoIterator<Item = Type>) -> Type {
    let mut path = joined(parts);
    if let Some(last) = path.segments.last_mut() {
        last.arguments = syn::PathArguments::AngleBracketed(syn::AngleBracketedGenericArguments {
            colon2_token: None,
            lt_token: Default::default(),
            args: arguments.into_iter().map(syn::GenericArgument::Type).collect(),
            gt_token: Default::default(),
        });
    }
    Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path })
}

/// `()`
pub fn unit() -> Type {
    let (paren_token, elems) = Default::default();
    Type::Tuple(syn::TypeTuple { attrs: Vec::new(), paren_token, elems })
}

/// `&mut rt::FormWriter`
pub fn mutable(ty: Type) -> Type {
    Type::Reference(syn::TypeReference {
        attrs: Vec::new(),
        and_token: Default::default(),
        lifetime: None,
        mutability: Some(Default::default()),
        elem: Box::new(ty),
    })
}

/// `self`, or `&self`.
pub fn receiver(kind: syn::ReceiverKind) -> FnArg {
    FnArg::Receiver(syn::Receiver {
        attrs: Vec::new(),
        mutability: None,
        self_token: Default::default(),
        kind,
    })
}

/// `form: T`, or `_: T` where it is not used.
pub fn argument(name: Option<&str>, ty: Type) -> FnArg {
    let pat = match name {
        Some(name) => Pat::Ident(syn::PatIdent {
            attrs: Vec::new(),
            by_ref: None,
            mutability: None,
            ident: ident(name),
            subpat: None,
        }),
        None => Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: Default::default() }),
    };
    FnArg::Typed(syn::PatType {
        attrs: Vec::new(),
        pat: Box::new(pat),
        colon_token: Default::default(),
        ty: Box::new(ty),
    })
}

/// `pub field: T`
pub fn field(doc: Option<Attribute>, name: &str, ty: Type) -> syn::Field {
    syn::Field {
        attrs: doc.into_iter().collect(),
        vis: syn::Visibility::Public(Default::default()),
        modifiers: Default::default(),
        ident: Some(ident(name)),
        colon_token: Some(Default::default()),
        ty,
        default: None,
    }
}

/// `fn encode(self, form: T) -> T`
pub fn signature(
    name: &str,
    inputs: impl IntoIterator<Item = FnArg>,
    output: Option<Type>,
) -> syn::Signature {
    syn::Signature {
        constness: None,
        asyncness: None,
        safety: Default::default(),
        abi: None,
        fn_token: Default::default(),
        ident: ident(name),
        generics: Default::default(),
        paren_token: Default::default(),
        inputs: inputs.into_iter().collect(),
        variadic: None,
        output: match output {
            Some(ty) => syn::ReturnType::Type(Default::default(), Box::new(ty)),
            None => syn::ReturnType::Default,
        },
    }
}

/// A function of an `impl`.
pub fn function(sig: syn::Signature, stmts: Vec<Stmt>) -> ImplItem {
    ImplItem::Fn(syn::ImplItemFn {
        attrs: Vec::new(),
        vis: syn::Visibility::Inherited,
        modifiers: Default::default(),
        sig,
        block: Block { brace_token: Default::default(), stmts },
    })
}

/// A public function that makes something.
pub fn constructor(doc: Option<Attribute>, sig: syn::Signature, made: Expr) -> ImplItem {
    let must_use = Attribute {
        pound_token: Default::default(),
        style: syn::AttrStyle::Outer,
        bracket_token: Default::default(),
        meta: syn::Meta::Path(joined(&["must_use"])),
    };
    ImplItem::Fn(syn::ImplItemFn {
        attrs: doc.into_iter().chain([must_use]).collect(),
        vis: syn::Visibility::Public(Default::default()),
        modifiers: Default::default(),
        sig,
        block: Block { brace_token: Default::default(), stmts: vec![Stmt::Expr(made, None)] },
    })
}

/// `impl rt::Encode for AdminAddUser { … }`, or of no trait.
pub fn implementation(
    attrs: Vec<Attribute>,
    trait_: Option<&[&str]>,
    name: &str,
    items: impl IntoIterator<Item = ImplItem>,
) -> Item {
    Item::Impl(syn::ItemImpl {
        attrs,
        modifiers: Default::default(),
        unsafety: None,
        impl_token: Default::default(),
        generics: Default::default(),
        trait_: trait_.map(|path| (joined(path), Default::default())),
        self_ty: Box::new(ty(&[name])),
        brace_token: Default::default(),
        items: items.into_iter().collect(),
    })
}
