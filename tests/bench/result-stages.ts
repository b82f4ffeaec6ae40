import { contest } from './contest.ts'
import type { Stage, StageTask } from './contestants/result-stage.ts'
import { type Market, minuteBars } from './market.ts'
import type { Table } from './measure.ts'

const STAGES: Readonly<Record<Stage, string>> = {
  columns: 'columns and statistics, in the isolate',
  bytes: 'their bytes, in the isolate',
  hash: 'hash of the bytes, in the runner',
  read: 'columns from bytes, in the server',
  analysis: 'metrics, intervals, breakdowns: on request',
  whole: 'all of it with records, for --json',
}

/** Time after the last price to compute the result of a year of minutes: the first time, and repeatedly. */
export async function resultStages(folder: string): Promise<Table[]> {
  const market = await minuteBars(folder, 365)
  return [
    await measure('Result of a year of minutes, first time', market, 0, 1),
    await measure('Result of a year of minutes, repeated', market, 5, 7),
  ]
}

async function measure(title: string, market: Market, warmUps: number, rounds: number): Promise<Table> {
  const contestants = Object.keys(STAGES).map((stage) => {
    const task: StageTask = { market, stage: stage as Stage, warmUps }
    return { name: stage, module: 'result-stage.ts', task }
  })
  const standings = await contest(contestants, rounds)
  const base = standings[0]?.ms ?? NaN
  return {
    title,
    rows: standings.map(({ name, ms }) => ({ what: STAGES[name as Stage], ms, ratio: ms / base, note: '' })),
  }
}
