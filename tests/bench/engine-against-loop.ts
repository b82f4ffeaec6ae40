import { contest, type Standing } from './contest.ts'
import type { EngineResult, EngineTask } from './contestants/engine.ts'
import { type Market, minuteBars, ticks } from './market.ts'
import type { Row, Table } from './measure.ts'
import { MODELS_WITH_COSTS, SMA_CROSS } from './strategies.ts'

/** Engine against a hand-written loop, on minute bars and on ticks. Both must have made the same trades. */
export async function engineAgainstLoop(folder: string): Promise<Table[]> {
  const year = await minuteBars(folder, 365)
  const million = await ticks(folder, 2_000_000)
  return [
    await compare('a year of minute bars', year, year.file.rows * 4),
    await compare('two million ticks', million, million.file.rows),
  ]
}

async function compare(what: string, market: Market, count: number): Promise<Table> {
  const task: EngineTask = { market, script: SMA_CROSS, models: MODELS_WITH_COSTS, part: 'run' }
  const [hand, engine, result] = (await contest([
    { name: 'hand-written loop', module: 'hand-loop.ts', task: { market } },
    { name: 'engine', module: 'engine.ts', task },
    { name: 'result', module: 'engine.ts', task: { ...task, part: 'result' } },
  ])) as [Standing, Standing, Standing]
  checkAgreement(hand, engine)
  const { closedPositions } = engine.result as EngineResult
  const row = (name: string, { ms }: Standing, note = ''): Row => ({ what: name, ms, ratio: ms / hand.ms, note })
  const speed = ({ ms }: Standing) => `${(count / 1000 / ms).toFixed(1)} M ticks/s`
  return {
    title: `Engine against a loop written by hand, ${what}: SMA cross, stop, target, costs, drawdown on every tick`,
    rows: [
      row('loop by hand', hand, `${speed(hand)}, ${closedPositions} positions`),
      row('engine, from the first price to the last', engine, speed(engine)),
      row('its result: records, statistics, breakdowns', result, 'once for each run'),
    ],
  }
}

function checkAgreement(hand: Standing, engine: Standing): void {
  const [one, other] = [hand.result as EngineResult, engine.result as EngineResult]
  if (one.closedPositions !== other.closedPositions || Math.abs(one.equity - other.equity) > 1e-6)
    throw new Error(`Loop and engine disagree: ${JSON.stringify({ hand: one, engine: other })}`)
}
