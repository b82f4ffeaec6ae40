/** A copy of a set with a key added or removed. */
export function withKey<Key>(keys: ReadonlySet<Key>, key: Key, isIn: boolean): ReadonlySet<Key> {
  const next = new Set(keys)
  if (isIn) next.add(key)
  else next.delete(key)
  return next
}
