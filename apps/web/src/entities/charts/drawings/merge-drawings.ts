import type { Drawing } from '@tradeloom/contracts'

/**
 * What one tab changed since the drawings that it knew, applied to what another tab has stored meanwhile: nobody's
 * drawing is lost, and the last change of one drawing wins.
 */
export function mergeDrawings(
  known: readonly Drawing[],
  mine: readonly Drawing[],
  theirs: readonly Drawing[],
): Drawing[] {
  const before = new Map(known.map((one) => [one.id, one]))
  const changed = new Map(mine.filter((one) => before.get(one.id) !== one).map((one) => [one.id, one]))
  const kept = new Set(mine.map(({ id }) => id))
  const merged = theirs.filter(({ id }) => kept.has(id) || !before.has(id)).map((one) => changed.get(one.id) ?? one)
  const present = new Set(merged.map(({ id }) => id))
  return [...merged, ...[...changed.values()].filter(({ id }) => !present.has(id))]
}
