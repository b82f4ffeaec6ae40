import type { IndicatorParameter } from './definition.ts'
import { IndicatorMisuse } from './indicator-misuse.ts'

const MAX_ITEMS = 1_000

/**
 * The arguments of a custom indicator: numbers, texts, true, false, lists of these, and null for a default. Only copies
 * reach its script, so that an algorithm cannot share an object with it. Throws IndicatorMisuse for anything else.
 */
export function customArguments(
  key: string,
  parameters: readonly IndicatorParameter[],
  given: readonly unknown[],
): unknown[] {
  if (given.length > parameters.length) {
    throw new IndicatorMisuse(
      `${key} takes at most ${parameters.length} arguments after the interval, not ${given.length}`,
    )
  }
  return given.map((value, at) => {
    if (value === null || value === undefined) return undefined
    const copy = copyOf(value, 0)
    if (copy !== undefined) return copy
    throw new IndicatorMisuse(
      `${key}: ${parameters[at]?.name} must be a number, a text, true, false, null or a list of these`,
    )
  })
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (!Array.isArray(value) || depth > 3) return undefined
  const copy: unknown[] = []
  for (let at = 0; at < value.length; at++) {
    const one: unknown = value[at]
    copy.push(one === null ? null : copyOf(one, depth + 1))
    if (copy[at] === undefined || at === MAX_ITEMS) return undefined
  }
  return Object.freeze(copy)
}
