import { contest } from './contest.ts'
import { type Market, ticks } from './market.ts'
import type { Row, Table } from './measure.ts'

const COUNT = 20_000_000
/** Every tick of some months, and every second tick of the same months: the second run makes nearly the same trades. */
const EVERY = [2, 1]

interface Result {
  readonly loadMs: number
  readonly runMs: number
  readonly finishMs: number
  /** Megabytes in use before the prices were loaded. */
  readonly empty: number
  readonly loaded: number
  readonly ticks: number
  readonly closedPositions: number
}

/** Load time, run time and peak memory for many ticks, each in a fresh process. */
export async function manyTicks(folder: string): Promise<Table[]> {
  const tables: Table[] = []
  for (const every of EVERY) {
    const count = COUNT / every
    const market = await ticks(folder, COUNT, every)
    const [standing] = await contest([{ name: `${count} ticks`, module: 'many-ticks.ts', task: { market } }], 1)
    if (!standing) throw new Error('There are no contestants')
    tables.push(table(count, market, standing.result as Result, standing.peakMb))
  }
  return tables
}

function table(count: number, market: Market, result: Result, peakMb: number): Table {
  const columns = (market.file.rows * market.file.columns.length * 8) / 1024 / 1024
  const row = (what: string, ms: number, note: string): Row => ({ what, ms, ratio: ms / result.runMs, note })
  const beyond = peakMb - result.empty - columns
  return {
    title: `${count / 1e6} million ticks, SMA cross with costs, wall time`,
    rows: [
      row('load', result.loadMs, `columns of ${columns.toFixed(0)} MB`),
      row(
        'run',
        result.runMs,
        `${(result.ticks / 1000 / result.runMs).toFixed(1)} M ticks/s, ${result.closedPositions} positions`,
      ),
      row('result', result.finishMs, ''),
      row(
        'load to result',
        result.loadMs + result.runMs + result.finishMs,
        `peak ${peakMb.toFixed(0)} MB: ${result.empty.toFixed(0)} before, ${columns.toFixed(0)} columns, ${beyond.toFixed(0)} else`,
      ),
    ],
  }
}
