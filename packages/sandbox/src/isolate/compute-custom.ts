import type { Instrument } from '@tradeloom/domain'
import { ScriptGuard, scriptInstrument } from '@tradeloom/engine'
import {
  customArguments,
  type CustomIndicator,
  defineCustom,
  emptyBar,
  IndicatorInstance,
  warmupBars,
} from '@tradeloom/indicators'
import { INDICATOR_COLUMNS, type IndicatorOutput } from '../indicator-job.ts'
import type { IndicatorHead } from './custom-indicators.ts'

/** What the runner passes besides the bars and the compiled script. */
export interface IndicatorCommand {
  readonly head: IndicatorHead
  readonly args: readonly unknown[]
  readonly instrument: Instrument
  readonly barMs: number
  readonly rows: number
  readonly hasOther: boolean
}

export interface CustomValues {
  readonly outputs: readonly IndicatorOutput[]
  readonly warmup: number
}

export interface IndicatorWorld {
  /** Sets the time that the script sees. */
  setTime(time: number): void
  readonly log: (...values: unknown[]) => void
}

/** Calls a custom indicator for one bar after the other, as a run does. */
export function computeCustom(
  { head, args: given, instrument, barMs, rows, hasOther }: IndicatorCommand,
  buffer: ArrayBufferLike,
  factory: CustomIndicator['factory'],
  { setTime, log }: IndicatorWorld,
): CustomValues {
  const columnAt = (at: number) => new Float64Array(buffer, at * rows * Float64Array.BYTES_PER_ELEMENT, rows)
  const columns = INDICATOR_COLUMNS.map((_, at) => columnAt(at))
  const other = hasOther ? columnAt(INDICATOR_COLUMNS.length) : null
  setTime(columns[0]?.[0] ?? 0)
  const guard = new ScriptGuard()
  const definition = defineCustom({ ...head, factory }, { instrument: scriptInstrument(instrument), log, guard })
  const args = customArguments(head.key, definition.parameters, given) as (number | undefined)[]
  const bar = emptyBar()
  let at = 0
  const present = (): number => other?.[at] ?? NaN
  const instance = new IndicatorInstance(
    definition,
    args,
    bar,
    head.takesOther ? { finished: present, forming: present } : undefined,
  )
  const outputs = definition.outputs.map((): (number | null)[] => [])
  for (let row = 0; row < rows; row++) {
    INDICATOR_COLUMNS.forEach((name, column) => (bar[name] = columns[column]?.[row] as number))
    setTime(bar.time + barMs)
    at = row
    instance.close()
    for (let output = 0; output < outputs.length; output++) {
      const value = instance.at(output, 0)
      outputs[output]?.push(Number.isFinite(value) ? value : null)
    }
  }
  guard.check()
  const { pane, colors } = definition
  return {
    outputs: definition.outputs.map((name, output) => ({
      name,
      pane,
      color: colors[output] ?? null,
      values: outputs[output] ?? [],
    })),
    warmup: warmupBars(definition, args),
  }
}
