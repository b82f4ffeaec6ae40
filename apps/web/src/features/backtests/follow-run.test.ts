// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { REDRAW_MS } from '../../charts/price-chart/chart-limits.ts'
import type { ChartSource, ChartSpan } from '../../charts/price-chart/chart-source.ts'
import { followRun } from './follow-run.ts'
import { forgetMarket, setLivePrices } from './live-market.ts'

const MINUTE = 60_000
const START = Date.UTC(2024, 0, 10)

/** What was requested, and what the chart got: numbers are minutes since the start. */
let requested: string[] = []
let received: string[] = []
let isFailing = false
let stop: (() => void) | undefined

const spanText = ({ start, end }: ChartSpan): string => `${(start - START) / MINUTE}-${(end - START) / MINUTE}`

const SOURCE: ChartSource = {
  instrumentId: 'EURUSD:TEST',
  symbol: 'EURUSD',
  isSimulated: false,
  start: START,
  end: START + 1e6 * MINUTE,
  intervals: ['M1', 'M5'],
  interval: 'M1',
  load: async (_, span) => {
    requested.push(spanText(span))
    if (isFailing) throw new Error('The server could not be reached')
    return [[span.start, 1, 1, 1, 1, 1]]
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  ;[requested, received, isFailing] = [[], [], false]
})
afterEach(async () => {
  stop?.()
  forgetMarket('run')
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

/** The run reaches a minute, and the chart has time to follow. */
async function reach(minute: number): Promise<void> {
  const time = START + minute * MINUTE
  setLivePrices({ id: 'run', algorithmId: 'a', time, bid: 1, ask: 1, positionsSince: null })
  // A frame until the store has the price, then at most one redrawing.
  await vi.advanceTimersByTimeAsync(50 + REDRAW_MS)
}

function follow(interval: 'M1' | 'M5' = 'M1'): void {
  stop = followRun('run', SOURCE).follow?.({ interval, side: 'bid' }, (rows, span) =>
    received.push(`${spanText(span)}: ${rows.length}`),
  )
}

it('gives a chart the finished bars that a run in progress has reached, one span after another', async () => {
  await reach(10.5)
  follow()
  await reach(12.2)
  await reach(12.9)
  await reach(14)
  expect(received).toEqual(['10-10: 0', '10-12: 1', '12-14: 1'])
  expect(requested).toEqual(['10-12', '12-14'])
})

it('counts a bar as finished by its own interval', async () => {
  follow('M5')
  await reach(11)
  await reach(14)
  await reach(15)
  expect(received).toEqual(['10-10: 0', '10-15: 1'])
})

it('goes to the newest prices when a run is far ahead, or has begun again', async () => {
  follow()
  await reach(10)
  await reach(5_000)
  await reach(3)
  expect(received).toEqual(['10-10: 0', '5000-5000: 0', '3-3: 0'])
  expect(requested).toEqual([])
})

it('redraws a live chart every 500 ms at most, and always the last prices', async () => {
  follow()
  await reach(10)
  for (const minute of [11, 12, 13]) {
    setLivePrices({ id: 'run', algorithmId: 'a', time: START + minute * MINUTE, bid: 1, ask: 1, positionsSince: null })
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(received).toEqual(['10-10: 0'])
  await vi.advanceTimersByTimeAsync(REDRAW_MS)
  expect(received).toEqual(['10-10: 0', '10-13: 1'])
})

it('has the chart load again after a failure, and ends when it is stopped', async () => {
  follow()
  await reach(10)
  isFailing = true
  await reach(12)
  isFailing = false
  await reach(13)
  expect(received).toEqual(['10-10: 0', '13-13: 0'])
  stop?.()
  await reach(14)
  expect(received).toHaveLength(2)
})
