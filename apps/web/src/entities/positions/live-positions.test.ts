// @vitest-environment jsdom
import type { ServerEvent, TradingPosition, TradingPositionWindow } from '@tradeloom/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SocketClient } from '../../realtime/socket-client.ts'
import { LivePositions } from './live-positions.ts'
import { positionOf } from '../accounts/trading.fixture.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 2, 2, 12)
const VIEW = { start: NOW - 60 * MINUTE, end: NOW + 5 * MINUTE }
const { signal } = new AbortController()

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

/** A chart's positions, and the server behind them. */
function open(stored: TradingPosition[], tooMany = 500) {
  let tell: (event: ServerEvent) => void = () => {}
  let toState: () => void = () => {}
  const requests: { start: string; end: string; limit: number }[] = []
  let answer = (): Promise<void> => Promise.resolve()
  const stream = {
    state: 'open',
    subscribe(_: string, listener: typeof tell) {
      tell = listener
      return () => (tell = () => {})
    },
    onState(listener: typeof toState) {
      toState = listener
      return () => {}
    },
  } as unknown as Pick<SocketClient, 'subscribe' | 'onState' | 'state'>
  const positions = new LivePositions({
    isIncluded: ({ instrumentId }) => instrumentId === 'EURUSD:SIM',
    load: async (period): Promise<TradingPositionWindow> => {
      requests.push(period)
      const [start, end] = [Date.parse(period.start), Date.parse(period.end)]
      const found = stored.filter(({ openTime, closeTime }) => openTime < end && (closeTime ?? end) >= start)
      await answer()
      return { count: found.length, positions: found.length > tooMany ? [] : found }
    },
    neighbor: () => Promise.resolve({ position: null }),
    stream,
  })
  const onChange = vi.fn()
  const stop = positions.follow(onChange)
  return {
    positions,
    requests,
    onChange,
    stop,
    stored,
    update: (changes: Partial<TradingPosition>) =>
      tell({ event: 'position-update', data: { ...positionOf(changes), snapshot: false } }),
    remove: (id: string) => tell({ event: 'position-deleted', data: { id } }),
    reconnect: () => toState(),
    answerAfter: (wait: Promise<void>) => (answer = () => wait),
    shown: async (span = VIEW) => {
      const { count, positions: rows } = await positions.window(span, signal)
      return [count, ...rows.map(({ openPrice, status, profit }) => `${openPrice} ${status} ${profit}`)]
    },
  }
}

const opened = { openTime: NOW - 10 * MINUTE }

it('loads what is around the view once, and then opens, closes and deletes as it is told', async () => {
  const { shown, requests, onChange, update, remove } = open([positionOf({ ...opened, id: 'one', openPrice: 1.1 })])
  expect(await shown()).toEqual([1, '1.1 OPEN 0'])
  update({ id: 'two', openPrice: 1.2, openTime: NOW })
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(await shown()).toEqual([2, '1.1 OPEN 0', '1.2 OPEN 0'])
  update({ ...opened, id: 'one', openPrice: 1.1, status: 'CLOSED', closeTime: NOW, closePrice: 1.15, profit: 5 })
  expect(onChange).toHaveBeenCalledTimes(2)
  expect(await shown()).toEqual([2, '1.1 CLOSED 5', '1.2 OPEN 0'])
  // Another instrument, and a profit, which nobody draws.
  update({ id: 'yen', instrumentId: 'USDJPY:SIM' })
  update({ id: 'two', openPrice: 1.2, openTime: NOW, profit: 7 })
  expect(onChange).toHaveBeenCalledTimes(2)
  remove('one')
  expect(onChange).toHaveBeenCalledTimes(3)
  expect(await shown()).toEqual([1, '1.2 OPEN 0'])
  // The market goes on: the view moves with it.
  expect(await shown({ start: VIEW.start + 300 * MINUTE, end: VIEW.end + 300 * MINUTE })).toEqual([1, '1.2 OPEN 0'])
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ start: new Date(NOW - 125 * MINUTE).toISOString(), limit: 500 })
})

it('loads earlier positions when the view goes there', async () => {
  const old = {
    id: 'old',
    openPrice: 1,
    status: 'CLOSED',
    openTime: NOW - 900 * MINUTE,
    closeTime: NOW - 890 * MINUTE,
  } as const
  const { shown, requests } = open([positionOf(old)])
  expect(await shown()).toEqual([0])
  expect(await shown({ start: NOW - 920 * MINUTE, end: NOW - 880 * MINUTE })).toEqual([1, '1 CLOSED 0'])
  expect(requests).toHaveLength(2)
})

it('keeps what it is told while an answer that may be older is under way', async () => {
  const { shown, update, answerAfter } = open([positionOf({ ...opened, id: 'one', openPrice: 1.1 })])
  const late = Promise.withResolvers<void>()
  answerAfter(late.promise)
  const answered = shown()
  update({ ...opened, id: 'one', openPrice: 1.1, status: 'CLOSED', closeTime: NOW, closePrice: 1.15, profit: 5 })
  late.resolve()
  expect(await answered).toEqual([1, '1.1 CLOSED 5'])
})

it('loads again after a lost connection', async () => {
  const { shown, requests, onChange, reconnect, stored } = open([positionOf({ ...opened, openPrice: 1.1 })])
  expect(await shown()).toEqual([1, '1.1 OPEN 0'])
  stored.length = 0
  reconnect()
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(await shown()).toEqual([0])
  expect(requests).toHaveLength(2)
})

it('counts positions that are too many, anew when others open, at most each 5 s', async () => {
  const many = Array.from({ length: 5 }, (_, at) => positionOf({ ...opened, id: `${at}` }))
  const { shown, requests, onChange, update, stored } = open(many, 4)
  expect(await shown()).toEqual([5])
  // Around the view, and in it.
  expect(requests).toHaveLength(2)
  expect(await shown()).toEqual([5])
  expect(requests).toHaveLength(2)
  for (const id of ['6', '7']) {
    stored.push(positionOf({ ...opened, id }))
    update({ ...opened, id })
  }
  expect(onChange).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(await shown()).toEqual([7])
  expect(requests).toHaveLength(4)
  update({ ...opened, id: '6', profit: 3 })
  vi.advanceTimersByTime(5_000)
  expect(onChange).toHaveBeenCalledTimes(1)
})
