import { expect, it } from 'vitest'
import type { ChartSource } from './chart-source.ts'
import { PriceLoader } from './price-loader.ts'
import { rowTime } from './price-bars.ts'

const MINUTE = 60_000
const M15 = 15 * MINUTE
const START = Date.UTC(2024, 0, 1)
const END = Date.UTC(2024, 11, 31)

/** A market with a bar in each quarter of an hour; a bar that a request cuts shows less volume. */
const SOURCE: ChartSource = {
  instrumentId: 'EURUSD:TEST',
  symbol: 'EURUSD',
  isSimulated: false,
  start: START,
  end: END,
  intervals: ['M15'],
  interval: 'M15',
  load: (_, { start, end }) => {
    const rows: number[][] = []
    for (let time = start - (start % M15); time < end; time += M15) {
      const volume = (Math.min(time + M15, end) - Math.max(time, start)) / MINUTE
      rows.push([time, 1, 1, 1, 1, volume])
    }
    return Promise.resolve(rows.slice(-5000))
  },
}

const { signal } = new AbortController()

it('loads whole bars around a time inside a bar, and continues with the next bar on either side', async () => {
  const loader = new PriceLoader({ source: SOURCE, interval: 'M15', side: 'bid' })
  await loader.loadBefore(Date.UTC(2024, 5, 3, 10, 7, 23), signal)
  await loader.loadMore('right', signal)
  const { rows = [] } = (await loader.loadMore('left', signal)) ?? {}
  expect(rows.map((row) => row[5]).filter((volume) => volume !== 15)).toEqual([])
  expect(rows.map((row, index) => rowTime(row) - index * M15)).toEqual(rows.map(() => rowTime(rows[0] ?? [])))
  expect(rows.length).toBeGreaterThan(9000)
})

it('appends live rows after those that are loaded, and replaces the bar that was forming', async () => {
  const loader = new PriceLoader({ source: SOURCE, interval: 'M15', side: 'bid' })
  const { rows: before } = await loader.loadBefore(START + 1000 * M15, signal)
  const last = rowTime(before.at(-1) ?? [])
  const live = [last, last + M15, last + 2 * M15].map((time) => [time, 2, 2, 2, 2, 15])
  const { rows = [] } = loader.append(live) ?? {}
  expect(rows).toHaveLength(before.length + 2)
  expect(rows.slice(-3).map((row) => [rowTime(row), row[1]])).toEqual([
    [last, 2],
    [last + M15, 2],
    [last + 2 * M15, 2],
  ])
  expect(loader.append(live)).toBeNull()
})

it('asks again for older bars once there may be some', async () => {
  let first = START + 4_000 * M15
  const source: ChartSource = {
    ...SOURCE,
    load: async (...request) => (await SOURCE.load(...request)).filter((row) => rowTime(row) >= first),
  }
  const loader = new PriceLoader({ source, interval: 'M15', side: 'bid' })
  await loader.loadBefore(START + 5_000 * M15, signal)
  expect(await loader.loadMore('left', signal)).toBeNull()
  first = START
  expect(await loader.loadMore('left', signal)).toBeNull()
  loader.reopenLeft()
  const { rows = [] } = (await loader.loadMore('left', signal)) ?? {}
  expect(rowTime(rows[0] ?? [])).toBeLessThan(START + 4_000 * M15)
  expect(rows.at(-1)).toEqual([START + 4_999 * M15, 1, 1, 1, 1, 15])
})
