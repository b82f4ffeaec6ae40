import type { Backtest, NewOptimization, Optimization, OptimizationColumns } from '@tradeloom/contracts'
import { unpackOptimizationRows } from '@tradeloom/contracts'
import { type HttpClient, TEST_MARKET } from '@tradeloom/testkit'
import { expect } from 'vitest'

/** Trades a cross of two averages; its result depends on three of its externals. */
export const CROSS = `var externals = [{ name: "fast", defaultValue: 5 }, { name: "slow", defaultValue: 20 }, { name: "stop", defaultValue: 20 }, { name: "idle", defaultValue: 0 }]
const fastAverage = indicators.SMA(runInterval, fast)
const slowAverage = indicators.SMA(runInterval, slow)
function onIntervalClose() {
  if (crossedAbove(fastAverage, slowAverage)) { closeAll(); buy({ quantity: 1000, stopLossPips: stop }) }
  if (crossedBelow(fastAverage, slowAverage)) { closeAll(); sell({ quantity: 1000, stopLossPips: stop }) }
}`

export interface SavedVersion {
  readonly algorithmId: string
  readonly algorithmVersionId: string
}

export async function saveScript(client: HttpClient, script: string, name = 'Cross'): Promise<SavedVersion> {
  const { id } = (await client.post('/api/algorithms', { name })).json
  const saved = await client.post(`/api/algorithms/${id}/versions`, { script, message: 'script' })
  expect(saved.status, saved.text).toBe(200)
  const { json } = await client.get(`/api/algorithms/${id}/versions`)
  return { algorithmId: id, algorithmVersionId: json[0].id }
}

/** Even values from start to end. */
export const even = (name: string, start: number, end: number, count: number) => ({ name, start, end, count })

export function settingsOf(version: SavedVersion, changes: Partial<NewOptimization> = {}): NewOptimization {
  return {
    ...version,
    instrumentId: TEST_MARKET.id,
    start: TEST_MARKET.start,
    end: TEST_MARKET.end,
    interval: 'M15',
    externalsSettings: [even('fast', 3, 6, 4), even('slow', 10, 30, 3)],
    seed: 7,
    ...changes,
  }
}

export async function create(client: HttpClient, settings: NewOptimization): Promise<Optimization> {
  const { status, text, json } = await client.post('/api/optimisation', settings)
  expect(status, text).toBe(200)
  return json
}

const ENDED: readonly Optimization['status'][] = ['Completed', 'Failed', 'Errored', 'Stopped']

export const untilEnded = (client: HttpClient, id: string): Promise<Optimization> =>
  client
    .until(`/api/optimisation/${id}`, ({ status }: Optimization) => ENDED.includes(status))
    .then(({ json: ended }) => ended)

/** All rows by index. */
export async function rowsOf(client: HttpClient, { id, externalsSettings }: Optimization) {
  const byIndex = new Map<number, { point: number[]; profit: number; status: number; duplicateOf: number }>()
  for (let after = 0, isMore = true; isMore;) {
    const { json, status, text } = await client.get(`/public-api/optimisation/${id}/results?after=${after}&limit=500`)
    expect(status, text).toBe(200)
    const columns: OptimizationColumns = json
    const axes = externalsSettings.length
    const rows = unpackOptimizationRows(columns, axes)
    for (const [row, index] of rows.index.entries()) {
      byIndex.set(index, {
        point: Array.from(rows.points.slice(row * axes, (row + 1) * axes)),
        profit: rows.profit[row] as number,
        status: rows.status[row] as number,
        duplicateOf: rows.duplicateOf[row] as number,
      })
    }
    after = columns.revision
    isMore = columns.more
  }
  return [...byIndex].toSorted(([a], [b]) => a - b).map(([index, row]) => ({ index, ...row }))
}

/** The full backtest of a row, once it has ended. */
export async function fullBacktest(client: HttpClient, id: string, index: number): Promise<Backtest> {
  const { json, status, text } = await client.post(`/api/optimisation/${id}/backtests`, { index })
  expect(status, text).toBe(200)
  return (await client.until(`/api/backtest/${json.id}`, (row: Backtest) => row.ended !== null)).json
}
