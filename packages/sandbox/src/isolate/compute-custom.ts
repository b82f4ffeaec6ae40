import type { Instrument } from '@tradeloom/domain'
import { scriptInstrument } from '@tradeloom/engine'
import { customArguments, type CustomIndicator, defineCustom, emptyBar, IndicatorInstance } from '@tradeloom/indicators'
import { INDICATOR_COLUMNS, type IndicatorOutput } from '../indicator-job.ts'
import type { IndicatorHead } from './custom-indicators.ts'

/** What the runner passes besides the bars and the compiled script. */
export interface IndicatorOrder {
  readonly head: IndicatorHead
  readonly args: readonly unknown[]
  readonly instrument: Instrument
  readonly barMs: number
  readonly rows: number
}

export interface IndicatorWorld {
  /** Sets the time that the script sees. */
  setTime(time: number): void
  readonly log: (...values: unknown[]) => void
}

/** Calls a custom indicator for one bar after the other, as a run does. */
export function computeCustom(
  { head, args: given, instrument, barMs, rows }: IndicatorOrder,
  buffer: ArrayBufferLike,
  factory: CustomIndicator['factory'],
  { setTime, log }: IndicatorWorld,
): readonly IndicatorOutput[] {
  const columns = INDICATOR_COLUMNS.map(
    (_, at) => new Float64Array(buffer, at * rows * Float64Array.BYTES_PER_ELEMENT, rows),
  )
  setTime(columns[0]?.[0] ?? 0)
  const definition = defineCustom({ ...head, factory }, { instrument: scriptInstrument(instrument), log })
  const args = customArguments(head.key, definition.parameters, given) as (number | undefined)[]
  const bar = emptyBar()
  const instance = new IndicatorInstance(definition, args, bar)
  const outputs = definition.outputs.map((): (number | null)[] => [])
  for (let row = 0; row < rows; row++) {
    INDICATOR_COLUMNS.forEach((name, at) => (bar[name] = columns[at]?.[row] as number))
    setTime(bar.time + barMs)
    instance.close()
    for (let at = 0; at < outputs.length; at++) {
      const value = instance.at(at, 0)
      outputs[at]?.push(Number.isFinite(value) ? value : null)
    }
  }
  const { pane, colors } = definition
  return definition.outputs.map((name, at) => ({ name, pane, color: colors[at] ?? null, values: outputs[at] ?? [] }))
}
