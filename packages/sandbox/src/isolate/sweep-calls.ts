import type { RunInputs, ScriptFactory } from '@tradeloom/engine'
import type { CustomIndicator } from '@tradeloom/indicators'
import { customIndicators } from './custom-indicators.ts'
import { Sweep, type SweepCommand, type World } from './sweep.ts'

interface Parts extends World {
  readonly answer: <Value>(work: () => Value) => string
  /** What was loaded for a run. */
  readonly inputs: () => Pick<RunInputs, 'spec' | 'series' | 'sources' | 'limits'>
}

/** The functions through which the runner drives many runs instead of one. */
export function sweepCalls({ answer, inputs, useClock, useRandom }: Parts) {
  let sweep: Sweep | null = null
  return {
    startSweep: (
      commandText: string,
      current: ArrayBufferLike,
      factory: ScriptFactory,
      headsText: string,
      ...indicators: CustomIndicator['factory'][]
    ) =>
      answer(() => {
        const script = { factory, indicators: customIndicators(headsText, indicators) }
        const command = JSON.parse(commandText) as SweepCommand
        sweep = new Sweep(inputs(), script, command, new Int32Array(current), { useClock, useRandom })
        return null
      }),
    points: (text: string) =>
      answer(() => {
        sweep?.begin(JSON.parse(text) as Parameters<Sweep['begin']>[0])
        return null
      }),
    advanceSweep: () => answer(() => (sweep as Sweep).advance()),
    // Not an answer but the bytes of rows.
    rows: () => sweep?.takeRows(),
  }
}
