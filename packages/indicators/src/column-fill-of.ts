import type { OhlcColumns } from '@tradeloom/domain'

import { ColumnBar } from './column-bar.ts'
import type { ColumnFill, ColumnKernel } from './columns/column-fill.ts'
import { COLUMN_KERNELS } from './columns/column-kernels.ts'
import type { IndicatorDefinition } from './definition.ts'
import { openIndicator } from './open-indicator.ts'

/** A constant of our own: the global one is looked up each time. */
const NONE = NaN

type Args = readonly (number | undefined)[]

/**
 * Computes an indicator over columns: by the kernel that it has, else by its script, row by row. Arguments must have
 * been checked.
 */
export function columnFillOf(
  definition: IndicatorDefinition,
  args: Args,
  bars: OhlcColumns,
  other?: Float64Array,
): ColumnFill {
  const kernels: Readonly<Record<string, ColumnKernel | undefined>> = COLUMN_KERNELS
  const kernel = definition.isCustom === true ? undefined : kernels[definition.key]
  if (kernel === undefined || other !== undefined) return scriptFill(definition, args, bars, other)
  return kernel(bars, ...definition.parameters.map(({ defaultValue }, i) => args[i] ?? defaultValue))
}

/** The script itself, called for one row after the other. */
export function scriptFill(
  definition: IndicatorDefinition,
  args: Args,
  bars: OhlcColumns,
  other?: Float64Array,
): ColumnFill {
  const bar = new ColumnBar(bars)
  const value = () => other?.[bar.row] ?? NONE
  const { formula } = openIndicator(definition, args, bar, other && { finished: value, forming: value })
  const { keep, outputs } = definition
  if (keep === undefined) {
    return (from, to, [into], at) => {
      const column = into as Float64Array
      for (let row = from; row < to; row++) {
        bar.row = row
        const number = formula()
        column[at + row - from] = typeof number === 'number' ? number : NONE
      }
    }
  }
  const sinks = outputs.map(() => new ColumnSink())
  return (from, to, into, at) => {
    sinks.forEach((sink, output) => sink.turnTo(into[output] as Float64Array, at))
    for (let row = from; row < to; row++) {
      bar.row = row
      const values = formula()
      if (typeof values === 'object' && values !== null) keep(values, sinks)
      else for (let i = 0; i < sinks.length; i++) (sinks[i] as ColumnSink).push(NONE)
    }
  }
}

/** A column that is filled from a place on. */
class ColumnSink {
  #column: Float64Array = new Float64Array(0)
  #at = 0

  turnTo(column: Float64Array, at: number): void {
    this.#column = column
    this.#at = at
  }

  push(value: number): void {
    this.#column[this.#at] = value
    this.#at += 1
  }
}
