import { ScriptApiError } from '../errors.ts'

/** What `crossedAbove` and `crossedBelow` compare: an indicator of one output, or a level. */
interface Line {
  value(k?: number): unknown
}

/**
 * Whether the first line has come above the second with the last finished bar. Equal counts as not above: a line that
 * touched the other one and comes from it crosses, and one that only reaches it does not. False while a value is missing.
 */
export function crossed(name: string, first: unknown, second: unknown): boolean {
  return at(name, first, 1) <= at(name, second, 1) && at(name, first, 0) > at(name, second, 0)
}

function at(name: string, line: unknown, k: number): number {
  if (typeof line === 'number') return line
  const value = isLine(line) ? line.value(k) : undefined
  if (typeof value === 'number') return value
  throw new ScriptApiError(`${name} compares indicators with one output, or numbers`)
}

function isLine(line: unknown): line is Line {
  return typeof line === 'object' && line !== null && typeof (line as { value?: unknown }).value === 'function'
}
