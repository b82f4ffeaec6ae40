import { DEFAULT_MODELS } from '@tradeloom/engine'
import { contest, type Standing } from './contest.ts'
import type { EngineResult, EngineTask } from './contestants/engine.ts'
import { minuteBars } from './market.ts'
import type { Row, Table } from './measure.ts'
import { LONG_CROSS } from './strategies.ts'

const DAYS = 60

/** Engine against the library grademark, on the same bars and rules: one price, no costs, long only, a stop. */
export async function engineAgainstGrademark(folder: string): Promise<Table[]> {
  const market = await minuteBars(folder, DAYS)
  const bars = market.file.rows
  const task: EngineTask = { market, script: LONG_CROSS, models: { ...DEFAULT_MODELS, prices: 'bid' }, part: 'run' }
  const [engine, result, grademark, prepared] = (await contest([
    { name: 'engine', module: 'engine.ts', task: { ...task, warmUps: 10 } },
    { name: 'result', module: 'engine.ts', task: { ...task, part: 'result' } },
    { name: 'grademark', module: 'grademark.ts', task: { market, averages: 'library' } },
    { name: 'grademark, prepared', module: 'grademark.ts', task: { market, averages: 'before' } },
  ])) as [Standing, Standing, Standing, Standing]
  const ours = engine.result as EngineResult
  const theirs = grademark.result as { trades: number; pips: number }
  const row = (what: string, ms: number, note: string): Row => ({
    what,
    ms,
    ratio: ms / engine.ms,
    note: `${((ms * 1e6) / bars).toFixed(0)} ns a bar, ${note}`,
  })
  const pips = Math.round((ours.equity - 1e6) * 10) / 10
  return [
    {
      title: `Engine against grademark, ${bars} minute bars: SMA cross, long only, stop, no costs`,
      rows: [
        row('engine', engine.ms, `${ours.closedPositions} trades, ${pips} pips`),
        row('engine with its statistics and records', engine.ms + result.ms, 'which the library does not compute'),
        row('grademark', grademark.ms, `${theirs.trades} trades, ${theirs.pips} pips`),
        row('grademark, averages precomputed', prepared.ms, 'the engine computes its own'),
      ],
    },
  ]
}
