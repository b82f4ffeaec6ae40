import type { TradeRequest, VenueEvent } from '@tradeloom/domain'
import { expect, it } from 'vitest'

import { MINUTE, MONDAY, secondTicks, startSession, TICKS } from '../run.fixture.ts'

const BUYS_AND_CLOSES = `
  let n = 0
  function onTick() {
    n += 1
    if (n === 1) buy({ quantity: 2000 })
    if (n === 3) closePosition(1)
  }`

/** The record of a position that a venue has opened and closed. */
function closedAt(...events: readonly VenueEvent[]) {
  const requests: TradeRequest[] = []
  const changes = { ...TICKS, end: MONDAY + MINUTE }
  const session = startSession(BUYS_AND_CLOSES, changes, { send: (request) => void requests.push(request) })
  const { time, bid, ask } = secondTicks([1.1, 1.1001, 1.1002, 1.1003], 0.0002)
  for (const row of time.keys()) {
    for (const event of events) {
      if (event.time === time[row]) session.take({ kind: 'EVENT', event, isAttached: false })
    }
    const one = (column: Float64Array): Float64Array => column.slice(row, row + 1)
    const columns = { kind: 'tick', time: one(time), bid: one(bid), ask: one(ask) } as const
    session.take({ kind: 'ROWS', instrumentId: 'EURUSD:TEST', columns })
  }
  const [position] = session.drain().positions
  return { position, session }
}

const fill = (second: number, orderId: number, price: number, more: object = {}): VenueEvent => {
  const what = { quantity: 2_000, commission: 0, isMaker: false, tradeId: `trade ${orderId}` }
  return { kind: 'FILL', time: MONDAY + second * 1_000, orderId, price, ...what, ...more }
}

it('a fill of a venue has the spread on its arrival, and what it was filled behind its own side of that quote', () => {
  const opened = fill(1, 1, 1.1007, { decisionMid: 1.1001, quote: { bid: 1.1003, ask: 1.1005 } })
  const closed = fill(3, 2, 1.1, { decisionMid: 1.1003, quote: { bid: 1.1001, ask: 1.1005 } })
  const { position } = closedAt(opened, closed)
  // Half of 2 and of 4 pips, and 2 and 1 pips behind.
  expect(position?.spreadCost).toBeCloseTo(2_000 * 0.0003, 9)
  expect(position?.slippageCost).toBeCloseTo(2_000 * 0.0003, 9)
  expect(position?.profit).toBeCloseTo(2_000 * -0.0007, 9)
})

it('a fill at a better price than that of its arrival has a slippage below zero, and a resting one has none', () => {
  const quote = { bid: 1.1003, ask: 1.1005 }
  const better = closedAt(fill(1, 1, 1.1004, { quote }), fill(3, 2, 1.1003, { quote }))
  expect(better.position?.slippageCost).toBeCloseTo(2_000 * -0.0001, 9)
  const resting = closedAt(fill(1, 1, 1.1004, { quote, isMaker: true }), fill(3, 2, 1.1003, { quote }))
  expect(resting.position?.slippageCost).toBe(0)
})

it('a position bears swap and funding apart, and a transfer changes the balance alone', () => {
  const paid = (cost: 'swap' | 'funding', amount: number): VenueEvent => {
    return { kind: 'FINANCING', time: MONDAY + 2_000, cost, positionId: 1, amount }
  }
  const transfer: VenueEvent = { kind: 'BALANCE', time: MONDAY + 2_000, balance: null, transfer: 500 }
  const events = [fill(1, 1, 1.1), paid('swap', 0.5), paid('funding', -0.2), transfer, fill(3, 2, 1.1)]
  const { position, session } = closedAt(...events)
  expect(position).toMatchObject({ swapCost: 0.5, fundingCost: -0.2, profit: expect.closeTo(-0.3, 9) })
  expect(session.live().balance).toBeCloseTo(10_000 + 500 - 0.3, 9)
})
