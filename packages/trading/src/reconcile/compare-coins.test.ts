import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openPosition } from '../positions/open-position.ts'
import { closeMissing, compareCoins } from './compare-coins.ts'

const STEP = 0.001
const LISTINGS = new Map([['BTCUSDT:TEST', { dealt: 'BTC', lotSize: STEP }]])
const NO_LEVELS = {
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  trailingBest: null,
  isStopLossRejected: false,
  isTakeProfitRejected: false,
  isTrailingStopRejected: false,
  unprotectedSince: null,
  matchedRow: -1,
}

function position(id: string, steps: number, sessionId: string | null) {
  const owner = { id, accountId: 'a', userId: 'u', broker: 'TEST', sessionId }
  const costs = { halfSpread: 0, slippage: 0 }
  const opening = { price: 100, time: new Date(0), fee: 0, costs, usedMargin: 0 }
  const what = { instrumentId: 'BTCUSDT:TEST', direction: 'LONG', quantity: steps * STEP } as const
  return openPosition(owner, { ...what, ...opening }, NO_LEVELS)
}

it('closes exactly what is missing of coins, and positions of persons before those of sessions', () => {
  const all = fc.array(fc.record({ steps: fc.integer({ min: 1, max: 900 }), isOfSession: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(all, fc.double({ min: 0, max: 1.5, noNaN: true }), (held, share) => {
      const kept = held.map(({ steps, isOfSession }, n) => position(`${n}`, steps, isOfSession ? 's' : null))
      const sum = kept.reduce((all, { quantity }) => all + quantity, 0)
      const total = Math.round((sum * share) / STEP) * STEP
      const [lack] = compareCoins([{ currency: 'BTC', total }], kept, LISTINGS)
      if (!lack) {
        expect(sum - total).toBeLessThan(STEP)
        return
      }
      const closed = closeMissing(lack, { time: new Date(1), partId: () => 'part' })
      expect(closed.reduce((all, { gone }) => all + gone, 0)).toBeCloseTo(sum - total, 7)
      const after = new Map(closed.map((one) => [one.position.id, one.position]))
      const isTouched = kept.map(({ id }) => after.has(id))
      const leftOfPersons = kept.some(({ id, sessionId }) => sessionId === null && after.get(id)?.status !== 'CLOSED')
      if (leftOfPersons) expect(kept.some(({ sessionId }, n) => sessionId !== null && isTouched[n])).toBe(false)
      expect(closed.filter(({ part }) => part !== null).length).toBeLessThanOrEqual(1)
    }),
  )
})

it('takes coins beyond what is open for those of the owner', () => {
  expect(compareCoins([{ currency: 'BTC', total: 5 }], [position('1', 900, null)], LISTINGS)).toEqual([])
})
