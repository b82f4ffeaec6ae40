import type { OhlcColumns } from '@tradeloom/domain'

import type { IndicatorDefinition } from './definition.ts'
import { indicatorColumns } from './indicator-columns.ts'
import { SYSTEM_INDICATORS } from './catalog.generated.js'

export interface IndicatorSeries {
  /** Starts of the bars, UTC milliseconds. */
  readonly times: number[]
  /** One array per named output (`value` when there is only one), null while there is no value. */
  readonly outputs: Record<string, (number | null)[]>
}

/** The system indicator with this key. Throws RangeError naming the keys there are. */
export function indicatorByKey(key: string): IndicatorDefinition {
  const known: Readonly<Record<string, IndicatorDefinition>> = SYSTEM_INDICATORS
  const definition = Object.hasOwn(known, key) ? known[key] : undefined
  if (definition) return definition
  throw new RangeError(`There is no indicator '${key}': use one of ${Object.keys(known).join(', ')}`)
}

/**
 * An indicator over finished bars at once, as people read it: null where there is no value. Throws RangeError with a
 * text for people when key or arguments are wrong.
 */
export function computeIndicator(request: {
  readonly key: string
  readonly args?: readonly (number | undefined)[]
  readonly bars: OhlcColumns
  /** The second series of an indicator that takes one, bar for bar. */
  readonly other?: Float64Array
}): IndicatorSeries {
  const { key, args = [], bars, other } = request
  const definition = indicatorByKey(key)
  const columns = indicatorColumns(definition, args, bars, other)
  const named = definition.outputs.map((name, output) => [name, readable(columns[output] as Float64Array)] as const)
  return { times: [...bars.time], outputs: Object.fromEntries(named) }
}

function readable(column: Float64Array): (number | null)[] {
  return Array.from(column, (value) => (Number.isFinite(value) ? value : null))
}
