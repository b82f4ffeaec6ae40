import type { OhlcColumns } from '@tradeloom/domain'

import { emptyBar, type IndicatorDefinition } from './definition.ts'
import { IndicatorInstance } from './indicator-instance.ts'
import { SYSTEM_INDICATORS } from './system.generated.js'

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
 * An indicator over finished bars at once. It runs the very same script bar by bar, so batch and run cannot differ.
 * Throws RangeError with a text for people when key or arguments are wrong.
 */
export function computeIndicator(request: {
  readonly key: string
  readonly args?: readonly (number | undefined)[]
  readonly bars: OhlcColumns
}): IndicatorSeries {
  const { bars } = request
  const definition = indicatorByKey(request.key)
  const bar = emptyBar()
  const instance = new IndicatorInstance(definition, request.args ?? [], bar)
  const columns: (number | null)[][] = definition.outputs.map(() => [])
  for (let row = 0; row < bars.time.length; row++) {
    bar.time = bars.time[row] as number
    bar.open = bars.open[row] as number
    bar.high = bars.high[row] as number
    bar.low = bars.low[row] as number
    bar.close = bars.close[row] as number
    bar.volume = bars.volume[row] as number
    bar.spread = bars.spread[row] as number
    instance.close()
    for (let output = 0; output < columns.length; output++) {
      const value = instance.at(output, 0)
      columns[output]?.push(Number.isFinite(value) ? value : null)
    }
  }
  const named = definition.outputs.map((name, output) => [name, columns[output] as (number | null)[]] as const)
  return { times: [...bars.time], outputs: Object.fromEntries(named) }
}
