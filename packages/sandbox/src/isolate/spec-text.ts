import type { RunSpec, SessionSpec } from '@tradeloom/engine'

/**
 * Settings as JSON with their names in order. Optimized code depends on the order in which the members of an object were
 * made, and what a runner has warmed up is thrown away if a run brings another one.
 */
export function specText(spec: RunSpec | SessionSpec): string {
  return JSON.stringify(spec, inOrder)
}

/** A script may see the order of its externals, and the others return with the result as they were. */
const AS_THEY_ARE: readonly string[] = ['externals', 'closures', 'quality']

function inOrder(name: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord || AS_THEY_ARE.includes(name)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}
