import { ScriptApiError } from '../errors.ts'

/** An operand of `crossedAbove` and `crossedBelow`: an indicator with one output, or a level. */
interface Line {
  value(k?: number): unknown
}

/**
 * Whether the first line crossed above the second at the last finished bar. Equal counts as not above: a line that
 * leaves the other one upward crosses it, one that only reaches it does not. False while a value is missing.
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
