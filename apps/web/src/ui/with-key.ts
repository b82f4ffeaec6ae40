/** A copy of a set with a key added or removed. */
export function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (isIn) next.add(key)
  else next.delete(key)
  return next
}
