import type { OhlcColumns } from '@tradeloom/domain'

import { checkArguments } from './check-arguments.ts'
import { ColumnBar } from './column-bar.ts'
import type { IndicatorDefinition, IndicatorFormula } from './definition.ts'
import { openIndicator } from './open-indicator.ts'

/** A constant of our own: the global one is looked up each time. */
const NONE = NaN
/** Rows per call: a loop that is called again is compiled better than one that is entered once and runs for long. */
const CHUNK = 65_536

interface Script {
  readonly bar: ColumnBar
  readonly formula: IndicatorFormula
  readonly args: readonly (number | undefined)[]
}

/**
 * An indicator over finished bars at once: one column per output, as long as the bars, NaN where there is no value.
 * It runs the very same script bar by bar, so columns and runs cannot differ. `other` is the second series of an
 * indicator that takes one, bar for bar. Throws RangeError with a text for people
 * when the arguments do not fit the indicator's parameters.
 */
export function indicatorColumns(
  definition: IndicatorDefinition,
  args: readonly (number | undefined)[],
  bars: OhlcColumns,
  other?: Float64Array,
): Float64Array[] {
  checkArguments(definition, args)
  const rows = bars.time.length
  const columns = definition.outputs.map(() => new Float64Array(rows))
  const sinks = columns.map((column) => new ColumnSink(column))
  const bar = new ColumnBar(bars)
  const value = () => other?.[bar.row] ?? NONE
  const { formula } = openIndicator(definition, args, bar, other && { finished: value, forming: value })
  const script: Script = { bar, formula, args }
  for (let from = 0; from < rows; from += CHUNK) {
    const to = Math.min(rows, from + CHUNK)
    if (definition.keep === undefined) takeNumbers(script, columns[0] as Float64Array, from, to)
    else takeSeveral(script, definition.keep, sinks, from, to)
  }
  return columns
}

function takeNumbers({ bar, formula, args }: Script, column: Float64Array, from: number, to: number): void {
  const [a, b, c, d] = args
  for (let row = from; row < to; row++) {
    bar.row = row
    const value = formula(a, b, c, d)
    column[row] = typeof value === 'number' ? value : NONE
  }
}

function takeSeveral(
  { bar, formula, args }: Script,
  keep: NonNullable<IndicatorDefinition['keep']>,
  sinks: readonly ColumnSink[],
  from: number,
  to: number,
): void {
  const [a, b, c, d] = args
  for (let row = from; row < to; row++) {
    bar.row = row
    const value = formula(a, b, c, d)
    if (typeof value === 'object' && value !== null) keep(value, sinks)
    else for (const sink of sinks) sink.push(NONE)
  }
}

/** A column that is filled from its first row on. */
class ColumnSink {
  readonly #column: Float64Array
  #row = 0

  constructor(column: Float64Array) {
    this.#column = column
  }

  push(value: number): void {
    this.#column[this.#row] = value
    this.#row += 1
  }
}
