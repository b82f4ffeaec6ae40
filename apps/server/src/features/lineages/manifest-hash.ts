import { createHash } from 'node:crypto'

/** Hash of everything that decides what a run does; the order of an object's keys does not matter. */
export function manifestHash(parts: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(parts, (_, value: unknown) => sorted(value)))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
