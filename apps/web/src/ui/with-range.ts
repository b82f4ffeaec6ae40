/** A copy of a set with all keys from one to another added or removed, as they are ordered; without a start, only the last. */
export function withRange<Key>(
  keys: ReadonlySet<Key>,
  order: readonly Key[],
  { from, to, isIn }: { readonly from: Key | null; readonly to: Key; readonly isIn: boolean },
): ReadonlySet<Key> {
  const end = order.indexOf(to)
  const start = from === null ? -1 : order.indexOf(from)
  const range = start < 0 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1)
  const next = new Set(keys)
  for (const key of range) {
    if (isIn) next.add(key)
    else next.delete(key)
  }
  return next
}
