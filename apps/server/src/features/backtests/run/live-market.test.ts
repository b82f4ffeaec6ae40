import type { RunProgress } from '@tradeloom/sandbox'
import { expect, it } from 'vitest'
import type { BacktestMessage } from '../backtest-events.ts'
import { backtestTopic } from '../backtest.topic.ts'
import { backtestsTopic } from '../backtests.topic.ts'
import { LiveMarket } from './live-market.ts'

const OPEN = {
  id: 1,
  instrumentId: 'EURUSD:SIM',
  direction: 'LONG',
  quantity: 1000,
  openTime: 5,
  openPrice: 1.1,
  closeTime: null,
  closePrice: null,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  profit: 0,
  pips: 0,
  commission: 0,
  swapCost: 0,
  fundingCost: 0,
  status: 'OPEN',
  closeReason: null,
} as const
const LIVE = { time: 10, bid: 1.2, ask: 1.3, equity: 1, balance: 1, openPositions: 1, closedPositions: 0 }
const RUN = { id: 'run', userId: 'ann', algorithmId: 'algorithm' }

function told() {
  const messages: BacktestMessage[] = []
  const market = new LiveMarket(RUN, (message) => messages.push(message))
  const tell = (live: Partial<RunProgress['live']>): string[] => {
    messages.length = 0
    market.tell({ ...LIVE, positions: [], ...live })
    return messages.map(({ event }) => event)
  }
  return { messages, tell }
}

it('tells prices with each report, and positions when they have changed', () => {
  const { messages, tell } = told()
  expect(tell({ bid: null, ask: null })).toEqual([])
  expect(tell({ positions: [OPEN] })).toEqual(['prices', 'position'])
  expect(messages[0]).toEqual({
    event: 'prices',
    userId: 'ann',
    data: { id: 'run', algorithmId: 'algorithm', time: 10, bid: 1.2, ask: 1.3, positionsSince: null },
  })
  expect(messages[1]).toMatchObject({ data: { position: { ...OPEN, mae: null, tag: null } } })
  expect(tell({ positions: [{ ...OPEN, profit: 5 }] })).toEqual(['prices'])
  expect(tell({ positions: [{ ...OPEN, stopLoss: 1 }] })).toEqual(['prices', 'position'])
  expect(tell({ positions: [{ ...OPEN, stopLoss: 1, status: 'CLOSED' }] })).toEqual(['prices', 'position'])
})

it('says since when positions are complete if a run closes more than a report has, and tells those again', () => {
  const { messages, tell } = told()
  const since = () => messages.flatMap((one) => (one.event === 'prices' ? [one.data.positionsSince] : []))
  const closed = { ...OPEN, status: 'CLOSED', closeTime: 7, closePrice: 1 } as const
  tell({ positions: [closed, { ...OPEN, id: 2 }], closedPositions: 1 })
  expect(since()).toEqual([null])
  expect(
    tell({
      positions: [
        { ...closed, id: 8, closeTime: 9 },
        { ...OPEN, id: 2 },
      ],
      closedPositions: 7,
    }),
  ).toEqual(['prices', 'position', 'position'])
  expect(since()).toEqual([9])
})

it('tells every position again now and then, for pages that were opened meanwhile', () => {
  const { tell } = told()
  const counts = Array.from({ length: 11 }, () => tell({ positions: [OPEN] }).length)
  expect(counts).toEqual([2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
})

it('is for the owner who watches the run, and not part of lists', () => {
  const { messages, tell } = told()
  tell({ positions: [OPEN, { ...OPEN, id: 2 }] })
  const changes = messages.flatMap((message) => backtestTopic({} as never).changes(message))
  expect(changes.map(({ audience }) => audience)).toEqual(['owner', 'owner', 'owner'])
  // Of events with the same key, a slow page gets only the last one.
  expect(new Set(changes.map(({ key }) => key)).size).toBe(3)
  expect(messages.flatMap((message) => backtestsTopic({} as never).changes(message))).toEqual([])
})
