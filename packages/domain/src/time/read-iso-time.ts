import { parseTime } from './parse-time.ts'

const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * UTC milliseconds of ISO 8601 text; a date alone is its start, and a time without a zone is UTC. NaN for other text.
 */
export function readIsoTime(text: string): number {
  if (!ISO.test(text)) return Number.NaN
  const { local, offset } = parseTime(text)
  return local - (offset ?? 0)
}
