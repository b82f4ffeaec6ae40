import { expect, it } from 'vitest'
import { mockApi } from '../testing/mock-api.ts'
import { PriceLoader } from './price-loader.ts'
import { rowTime } from './price-bars.ts'

const MINUTE = 60_000
const M15 = 15 * MINUTE
const START = Date.UTC(2024, 0, 1)
const END = Date.UTC(2024, 11, 31)

/** A market with a bar in each quarter of an hour; a bar that a request cuts shows less volume. */
function mockPrices() {
  return mockApi({
    historicalPrices: ({ query }) => {
      const [from, to] = [Date.parse(query['start'] ?? ''), Date.parse(query['end'] ?? '')]
      const rows: number[][] = []
      for (let time = from - (from % M15); time < to; time += M15) {
        const volume = (Math.min(time + M15, to) - Math.max(time, from)) / MINUTE
        rows.push([time, 1, 1, 1, 1, volume])
      }
      return { rows: rows.slice(-5000), more: rows.length > 5000 }
    },
    getBacktestPlots: { plots: [], isExact: true },
  })
}

const { signal } = new AbortController()

it('loads whole bars around a time inside a bar, and continues with the next bar on either side', async () => {
  mockPrices()
  const source = { backtestId: '01a1fcbd-ca32-7065-a0e0-bc608310879a', isShared: false, instrumentId: 'EURUSD:TEST' }
  const loader = new PriceLoader({ ...source, interval: 'M15', start: START, end: END })
  await loader.loadBefore(Date.UTC(2024, 5, 3, 10, 7, 23), signal)
  await loader.loadMore('right', signal)
  const { rows = [] } = (await loader.loadMore('left', signal)) ?? {}
  expect(rows.map((row) => row[5]).filter((volume) => volume !== 15)).toEqual([])
  expect(rows.map((row, index) => rowTime(row) - index * M15)).toEqual(rows.map(() => rowTime(rows[0] ?? [])))
  expect(rows.length).toBeGreaterThan(9000)
})
