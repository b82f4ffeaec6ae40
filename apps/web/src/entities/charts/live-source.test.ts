// @vitest-environment jsdom
import type { ServerEvent, TopicEvent } from '@tradeloom/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChartSpan } from '../../charts/price-chart/chart-source.ts'
import type { PriceRow } from '../../charts/price-chart/price-bars.ts'
import { liveSource } from './live-source.ts'

type Candle = Extract<TopicEvent, { readonly event: 'candle' }>['data']

const MINUTE = 60_000
const QUARTER = Date.UTC(2026, 2, 2, 10, 15)
const prices = (close: number) => ({ open: 1, high: Math.max(1, close), low: Math.min(1, close), close })
const candle = (minute: number, close: number): Candle => ({
  instrumentId: 'EURUSD:SIM',
  time: QUARTER + minute * MINUTE,
  bid: prices(close),
  ask: prices(close + 0.1),
  volume: 2,
  isFinal: false,
})

/** A stream of candles that a test sends, and what a chart hears of it. */
function followed() {
  const heard: { readonly rows: readonly PriceRow[]; readonly span: ChartSpan }[] = []
  const loads: ChartSpan[] = []
  let listener: (event: ServerEvent) => void = () => {}
  let stateListener = (): void => {}
  const stream = {
    state: 'open' as 'open' | 'connecting',
    subscribe: (_topic: string, one: (event: ServerEvent) => void) => {
      listener = one
      return () => undefined
    },
    onState: (one: () => void) => {
      stateListener = one
      return () => undefined
    },
  }
  const source = liveSource({
    market: { id: 'EURUSD:SIM', symbol: 'EURUSD', simulated: true, series: [] },
    interval: 'M15',
    bars: 800,
    stream,
    load: async (_bars, span) => {
      loads.push(span)
      return [[QUARTER, 0.5, 5, 0.25, 1, 100]]
    },
  })
  const stop = source.follow?.({ interval: 'M15', side: 'bid' }, (rows, span) => void heard.push({ rows, span }))
  return {
    heard,
    loads,
    stop,
    say: async (data: Candle) => {
      listener({ event: 'candle', data })
      await vi.waitFor(() => undefined)
      await new Promise((resolve) => setImmediate(resolve))
    },
    reconnect: () => {
      for (const state of ['connecting', 'open'] as const) {
        stream.state = state
        stateListener()
      }
    },
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: QUARTER + 30_000 }))
afterEach(() => void vi.useRealTimers())

it('opens the chart at once, and follows with the forming bar', async () => {
  const { heard, say } = followed()
  expect(heard).toEqual([{ rows: [], span: { start: QUARTER + 30_000, end: QUARTER + 30_000 } }])
  await say(candle(0, 1.5))
  expect(heard.at(-1)).toEqual({
    rows: [[QUARTER, 1, 1.5, 1, 1.5, 2]],
    span: { start: QUARTER + 30_000, end: QUARTER + 15 * MINUTE },
  })
  await say(candle(1, 0.5))
  expect(heard.at(-1)?.rows).toEqual([[QUARTER, 1, 1.5, 0.5, 0.5, 4]])
  await say(candle(15, 2))
  expect(heard.at(-1)).toEqual({
    rows: [[QUARTER + 15 * MINUTE, 1, 2, 1, 2, 2]],
    span: { start: QUARTER + 15 * MINUTE, end: QUARTER + 30 * MINUTE },
  })
})

it('loads the minutes of a bar that passed before it followed', async () => {
  const { heard, loads, say } = followed()
  await say(candle(7, 2))
  expect(loads).toEqual([{ start: QUARTER, end: QUARTER + 7 * MINUTE }])
  expect(heard.at(-1)?.rows).toEqual([[QUARTER, 0.5, 5, 0.25, 2, 102]])
})

it('has the chart load again after the connection was lost, and not after a quiet minute', async () => {
  const { heard, say, reconnect } = followed()
  await say(candle(0, 1.5))
  await say(candle(3, 1.5))
  const { span: quiet } = heard.at(-1)!
  expect(quiet.start).toBeLessThanOrEqual(quiet.end)
  reconnect()
  await say(candle(4, 1.5))
  const { span } = heard.at(-1)!
  expect(span.start).toBeGreaterThan(quiet.end)
})
