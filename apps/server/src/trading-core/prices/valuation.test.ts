import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { Valuation } from './valuation.ts'

const EURUSD = 'EURUSD:SIM'
const NOW = Date.UTC(2026, 10, 25, 12)
const listing = listInstrument(defineInstrument(EURUSD, { marginRate: 0.2 }), { status: 'active' })

it('for one decision reads what venues list before it, and each price once', async () => {
  const reads = { listings: 0, last: 0, heardAt: 0 }
  const count = (name: keyof typeof reads) => (reads[name] += 1)
  const ticks = {
    last: async () => ({ sequence: 0, time: NOW, receivedAt: NOW, bid: count('last'), ask: 2, flags: 0 }),
    heardAt: async () => (count('heardAt'), NOW),
    read: async () => [],
    sequenceAt: async () => 0,
  }
  const valuation = new Valuation({ ticks, listings: async () => (count('listings'), [listing]), now: () => NOW })
  const still = await valuation.still()
  expect(reads).toEqual({ listings: 1, last: 0, heardAt: 0 })
  for (let time = 0; time < 3; time++) {
    expect(await still.instrument(EURUSD)).toBe(listing)
    expect((await still.price(EURUSD))?.bid).toBe(1)
  }
  expect(reads).toEqual({ listings: 1, last: 1, heardAt: 1 })
  expect((await valuation.price(EURUSD))?.bid).toBe(2)
})
