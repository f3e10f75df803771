//! Types that contain themselves: in each cycle, fields are boxed.

use std::collections::HashSet;

use crate::model::{Field, Shape, Type, TypeId, TypeKind};

/// Marks every field whose type contains the field's own type by value.
pub fn box_fields(types: &mut [Type]) {
    let held: Vec<Vec<usize>> = types.iter().map(held).collect();
    let cycles = cycles(&held);
    for (index, ty) in types.iter_mut().enumerate() {
        let TypeKind::Fields { fields, .. } = &mut ty.kind else { continue };
        for field in fields {
            field.boxed = by_value(&field.ty.shape).is_some_and(|id| cycles.get(id.0) == cycles.get(index));
        }
    }
}

/// The number of each type's cycle of types that require each other: no value has all of them.
pub fn required_cycles(types: &[Type]) -> Vec<usize> {
    let held = |ty: &Type| ty.fields().iter().filter_map(required).map(|id| id.0).collect();
    cycles(&types.iter().map(held).collect::<Vec<_>>())
}

/// The type that an object can't do without.
pub fn required(field: &Field) -> Option<TypeId> {
    match field.ty.shape {
        Shape::Named(id) if field.required && !field.nullable => Some(id),
        _ => None,
    }
}

/// The types that a type contains by value.
fn held(ty: &Type) -> Vec<usize> {
    let fields = ty.fields().iter().map(|field| &field.ty.shape);
    let members = ty.members().iter().map(|member| &member.ty.shape);
    fields.chain(members).filter_map(by_value).map(|id| id.0).collect()
}

/// Lists and dictionaries keep their items on the heap.
fn by_value(shape: &Shape) -> Option<TypeId> {
    match shape {
        Shape::Named(id) => Some(*id),
        Shape::Nullable(inner) => inner.named().filter(|_| matches!(**inner, Shape::Named(_))),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) => None,
    }
}

/// The number of each type's cycle: types that contain each other have the same
/// (Kosaraju's algorithm).
fn cycles(held: &[Vec<usize>]) -> Vec<usize> {
    let mut holders = vec![Vec::new(); held.len()];
    for (holder, held) in held.iter().enumerate() {
        for id in held {
            holders.get_mut(*id).into_iter().for_each(|it| it.push(holder));
        }
    }
    let (mut seen, mut order) = (HashSet::new(), Vec::new());
    (0..held.len()).for_each(|id| visit(held, id, &mut seen, &mut order));
    let (mut seen, mut cycles) = (HashSet::new(), vec![0; held.len()]);
    for start in order.into_iter().rev() {
        let mut cycle = Vec::new();
        visit(&holders, start, &mut seen, &mut cycle);
        for id in cycle {
            cycles.get_mut(id).into_iter().for_each(|it| *it = start);
        }
    }
    cycles
}

/// Appends what can be reached and was not seen, each after all that it leads to.
fn visit(links: &[Vec<usize>], start: usize, seen: &mut HashSet<usize>, done: &mut Vec<usize>) {
    let of = |id: usize| (id, links.get(id).into_iter().flatten());
    let mut open = Vec::from_iter(seen.insert(start).then(|| of(start)));
    while let Some((id, next)) = open.last_mut() {
        match next.find(|link| seen.insert(**link)) {
            Some(link) => open.push(of(*link)),
            None => {
                done.push(*id);
                open.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_contain_each_other_share_a_cycle() {
        let cycles = cycles(&[vec![1], vec![2], vec![0, 3], vec![4], vec![], vec![5, 4]]);
        let is_same = |a: usize, b: usize| cycles[a] == cycles[b];
        assert!(is_same(0, 1) && is_same(1, 2), "{cycles:?}");
        assert!(!is_same(2, 3) && !is_same(3, 4) && !is_same(4, 5), "{cycles:?}");
    }

    /// A search from every type would take an hour.
    #[test]
    fn a_long_row_of_types_takes_no_time() {
        const LENGTH: usize = 100_000;
        let cycles = cycles(
            &(0..LENGTH).map(|id| Vec::from_iter((id + 1 < LENGTH).then_some(id + 1))).collect::<Vec<_>>(),
        );
        assert_eq!(cycles.into_iter().collect::<HashSet<_>>().len(), LENGTH);
    }
}
