import type { BarColumns, Instrument, TickColumns } from '@tradeloom/domain'
import { createRun, type RunSpec, type ScriptFactory } from '@tradeloom/engine'
import { handLoop, handTickLoop } from './hand-loop.ts'
import { interleaved, type Row } from './measure.ts'
import { HAND_SETTINGS, runSpec, scriptFactory, SMA_CROSS } from './sma-cross.ts'

/** Engine against the loop written by hand, on minute bars and on ticks. Both must have made the same trades. */
export function engineAgainstLoop(
  bars: { instrument: Instrument; columns: BarColumns },
  ticks: { instrument: Instrument; columns: TickColumns } | null,
): Row[] {
  const factory = scriptFactory(SMA_CROSS)
  const rows = compare('a year of minute bars', bars.columns.time.length * 4, {
    hand: () => handLoop(bars.columns, HAND_SETTINGS),
    engine: () => engineRun(bars, factory, 1),
  })
  if (ticks === null) return rows
  return rows.concat(
    compare('real ticks', ticks.columns.time.length, {
      hand: () => handTickLoop(ticks.columns, HAND_SETTINGS),
      engine: () => engineRun(ticks, factory, 0),
    }),
  )
}

interface Ways {
  readonly hand: () => { closedPositions: number; equity: number }
  readonly engine: () => { closedPositions: number; equity: number }
}

function compare(what: string, ticks: number, ways: Ways): Row[] {
  const results = { hand: ways.hand(), engine: ways.engine() }
  const { hand, engine } = results
  if (hand.closedPositions !== engine.closedPositions || Math.abs(hand.equity - engine.equity) > 1e-6)
    throw new Error(`The two ways disagree on ${what}: ${JSON.stringify(results)}`)
  const times = interleaved({ hand: () => void ways.hand(), engine: () => void ways.engine() })
  const base = times['hand'] ?? Number.NaN
  const speed = (ms: number) => `${(ticks / 1000 / ms).toFixed(1)} M ticks/s, ${hand.closedPositions} positions`
  return [
    { what: `loop by hand, ${what}`, ms: base, ratio: 1, note: speed(base) },
    {
      what: `engine, ${what}`,
      ms: times['engine'] ?? Number.NaN,
      ratio: (times['engine'] ?? Number.NaN) / base,
      note: speed(times['engine'] ?? Number.NaN),
    },
  ]
}

function engineRun(
  { instrument, columns }: { instrument: Instrument; columns: BarColumns | TickColumns },
  factory: ScriptFactory,
  resolution: 0 | 1,
): { closedPositions: number; equity: number } {
  const { time } = columns
  const spec: RunSpec = runSpec(instrument, time[0] ?? 0, (time.at(-1) ?? 0) + 60_000, resolution)
  const run = createRun({ spec, series: [{ instrumentId: instrument.id, columns }], factory })
  while (run.step(65_536));
  const { closedPositions, equity } = run.finish().statistics
  return { closedPositions, equity }
}
