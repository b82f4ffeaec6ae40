import { defineInstrument, isTradingOpen, listInstrument } from '@tradeloom/domain'
import type { DrillKind } from '@tradeloom/domain/drills'
import type { TickRow } from '@tradeloom/market-data/ticks'
import { expect, it } from 'vitest'
import { practicedPrices } from './practiced-prices.ts'
import type { TickSource } from './tick-source.ts'

const EURUSD = 'EURUSD:SIM'
const GBPUSD = 'GBPUSD:SIM'
const START = Date.UTC(2026, 10, 30, 12)
const LISTINGS = [EURUSD, GBPUSD].map((id) =>
  listInstrument(defineInstrument(id, { simulated: true, calendar: 'always' }), {
    status: 'active',
    tradingOpen: true,
  }),
)

/** A price of everybody each moment that is asked about, and what an account sees that practices. */
function practicing(kind: DrillKind, fall: number, lastsMs: number) {
  let now = START
  const last = async (): Promise<TickRow> => ({
    sequence: now - START,
    time: now,
    receivedAt: now,
    bid: 1.1,
    ask: 1.1002,
    flags: 0,
  })
  const ticks: TickSource = { last, heardAt: async () => now, read: async () => [], sequenceAt: async () => 0 }
  const drill = { id: 'd', accountId: 'a', userId: 'u', kind, instrumentId: EURUSD, fall, startedAt: START }
  const seen = practicedPrices({
    ticks,
    listings: async () => LISTINGS,
    now: () => now,
    drill: () => ({ ...drill, endsAt: START + lastsMs }),
  })
  return {
    at: async (seconds: number, id = EURUSD) => {
      now = START + seconds * 1_000
      const price = await seen.price(id)
      return { bid: price?.bid, age: price?.age, isOpen: isTradingOpen((await seen.instrument(id))!, now) }
    },
  }
}

it('falls for the account alone, in one instrument, from the fault to the end', async () => {
  const { at } = practicing('gap', 0.03, 30_000)
  expect(await at(9)).toEqual({ bid: 1.1, age: 0, isOpen: true })
  expect(await at(11)).toEqual({ bid: 1.067, age: 0, isOpen: true })
  expect(await at(12, GBPUSD)).toMatchObject({ bid: 1.1 })
  // Although nobody has noticed its end.
  expect(await at(30)).toMatchObject({ bid: 1.1 })
})

it('grows old while the feed is silent', async () => {
  const { at } = practicing('silent-feed', 0, 60_000)
  await at(9)
  expect(await at(25)).toEqual({ bid: 1.1, age: 16_000, isOpen: true })
  expect(await at(41)).toMatchObject({ age: 0 })
})

it('is of a market that is closed while it is halted', async () => {
  const { at } = practicing('halted', 0.015, 60_000)
  await at(9)
  expect(await at(25)).toMatchObject({ bid: 1.1, isOpen: false })
  expect(await at(26, GBPUSD)).toMatchObject({ age: 0, isOpen: true })
  expect(await at(41)).toEqual({ bid: 1.0835, age: 0, isOpen: true })
})

it('takes a minute of a drill for as long as the drill does', async () => {
  const { at } = practicing('gap', 0.03, 3_000)
  expect(await at(1.1)).toMatchObject({ bid: 1.067 })
})
