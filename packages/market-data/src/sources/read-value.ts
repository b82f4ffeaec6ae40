import { SourceError } from './source-error.ts'

const MISSING: ReadonlySet<unknown> = new Set(['', '.', 'NA', 'N/A', 'NaN', 'null', null, undefined])

/** The number, or null where it is missing. Something else is an error: it must not look like a missing value. */
export function readValue(value: unknown): number | null {
  const trimmed = typeof value === 'string' ? value.trim() : value
  if (MISSING.has(trimmed) || Number.isNaN(trimmed)) return null
  const number = typeof trimmed === 'string' ? Number(trimmed) : trimmed
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw new SourceError('unreadable', 'A value is not a number')
}
