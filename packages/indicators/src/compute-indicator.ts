import type { OhlcColumns } from '@tradeloom/domain'

import type { IndicatorDefinition } from './definition.ts'
import { indicatorColumns } from './indicator-columns.ts'
import { SYSTEM_INDICATORS } from './catalog.generated.js'

export interface IndicatorSeries {
  /** Starts of the bars, UTC milliseconds. */
  readonly times: number[]
  /** One array per named output (`value` if there is only one), with null where there is no value. */
  readonly outputs: Record<string, (number | null)[]>
}

/** The system indicator with this key. Throws RangeError listing the known keys. */
export function indicatorByKey(key: string): IndicatorDefinition {
  const known: Readonly<Record<string, IndicatorDefinition>> = SYSTEM_INDICATORS
  const definition = Object.hasOwn(known, key) ? known[key] : undefined
  if (definition) return definition
  throw new RangeError(`There is no indicator '${key}': use one of ${Object.keys(known).join(', ')}`)
}

/**
 * An indicator over all finished bars, in a readable form: null where there is no value. Throws RangeError with a
 * message for users if the key or the arguments are wrong.
 */
export function computeIndicator(request: {
  readonly key: string
  readonly args?: readonly (number | undefined)[]
  readonly bars: OhlcColumns
  /** The second series of a two-series indicator, bar for bar. */
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
