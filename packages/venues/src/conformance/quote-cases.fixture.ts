import { expect } from 'vitest'
import { ADAPTERS } from '../adapters.generated.ts'
import type { ConformanceCases } from './conformance-cases.fixture.ts'
import { listener } from './listener.fixture.ts'
import { advanceUntil, expectOnceInOrder, HOUR, MINUTE, NOON, started } from './market-run.fixture.ts'
import type { MarketLab } from './venue-lab.ts'

/** A Friday, half an hour before forex closes in New York. */
const FRIDAY = Date.UTC(2026, 10, 27, 21, 30)
const venueOf = ({ instrumentId }: MarketLab): string => instrumentId.slice(instrumentId.indexOf(':') + 1)

/** Of instruments and their quotes. */
export const QUOTE_CASES: ConformanceCases<MarketLab> = {
  'lists instruments with all their precisions, steps and limits': async (lab) => {
    const { feed } = await started(lab)
    const instruments = await feed.instruments()
    expect(instruments.map(({ id }) => id)).toContain(lab.instrumentId)
    expect(new Set(instruments.map(({ id }) => id)).size).toBe(instruments.length)
    const { markets = [] } = ADAPTERS.find(({ id }) => id === venueOf(lab)) ?? {}
    for (const one of instruments) {
      expect(markets.filter((market) => market.has(one.id))).toHaveLength(1)
      expect(one.id).toBe(`${one.symbol}:${venueOf(lab)}`)
      expect(one.status).not.toBe('data-only')
      expect(one.tradingOpen).toBeTypeOf('boolean')
      expect(one.hasDepth).toBe(feed.can.book !== 'none')
      expect([one.precision, one.pipPrecision, one.dealtPrecision, one.quotePrecision]).toSatisfy((all: unknown[]) =>
        all.every((places) => Number.isInteger(places) && (places as number) >= 0),
      )
      for (const step of [one.pipSize, one.quoteStep, one.lotSize, one.minQuantity, one.marginRate])
        expect(step).toBeGreaterThan(0)
      expect(one.minQuantity).toBeLessThanOrEqual(one.factor)
      expect(one.factor).toBeLessThanOrEqual(one.maxQuantity)
    }
  },

  'refuses an instrument that the venue does not list': async (lab) => {
    const { feed } = await started(lab)
    expect(() => feed.open('quote', `NOTHING:${venueOf(lab)}`, listener().sink)).toThrow('Instrument not available')
  },

  'has a quote within a second': async (lab) => {
    const { advanceTo, quotes, states } = await started(lab)
    await advanceTo(NOON + 1_000)
    expect(quotes().length).toBeGreaterThan(0)
    expect(states).toEqual(['connecting', 'live'])
  },

  'passes on a burst of ten thousand quotes, each once and in order': async (lab) => {
    const { advanceTo, quotes } = await started(lab)
    await advanceTo(NOON + 6 * HOUR)
    expect(quotes().length).toBeGreaterThan(10_000)
    expectOnceInOrder(quotes())
    expect(quotes().filter(({ bid, ask, isAfterGap }) => !(bid > 0 && ask >= bid) || isAfterGap)).toEqual([])
  },

  'shares one subscription among two listeners, and ends it with the last one': async (lab) => {
    const running = await started(lab)
    const other = listener()
    await running.advanceTo(NOON + 5_000)
    const lease = running.feed.open('quote', lab.instrumentId, other.sink)
    // Who joins later hears the newest quote at once.
    expect([running.subscriptions(), other.of('quote')]).toEqual([1, running.quotes().slice(-1)])
    await running.advanceTo(NOON + MINUTE)
    expect(other.of('quote').length).toBeGreaterThan(1)
    expect(running.quotes().slice(-other.of('quote').length)).toEqual(other.of('quote'))
    running.lease.release()
    const { length } = running.messages
    await running.advanceTo(NOON + 2 * MINUTE)
    expect([running.subscriptions(), running.messages.length]).toEqual([1, length])
    lease.release()
    lease.release()
    expect([running.subscriptions(), other.states.at(-1)]).toEqual([0, 'closed'])
  },

  'backs off at once when the connection is lost, and heals with a marked gap and without a repetition': async (
    lab,
  ) => {
    const running = await started(lab, { faults: [{ when: { message: 20 }, do: 'close' }] })
    const { states, messages, quotes } = running
    await advanceUntil(running, () => messages.length === 19)
    await advanceUntil(running, () => states.includes('backoff'), 1)
    expect(states).toEqual(['connecting', 'live', 'backoff'])
    const lostAt = running.now()
    await advanceUntil(running, () => states.at(-1) === 'live' && states.length > 3)
    expect(running.now() - lostAt).toBeLessThan(5_000)
    await running.advanceTo(running.now() + MINUTE)
    expect(states).toEqual(['connecting', 'live', 'backoff', 'connecting', 'live'])
    expect(quotes().filter(({ isAfterGap }) => isAfterGap)).toHaveLength(1)
    expectOnceInOrder(quotes())
  },

  'is stale soon after a stall, and connects again': async (lab) => {
    const running = await started(lab, { faults: [{ when: { message: 20 }, do: 'stall' }] })
    const { states, messages, quotes } = running
    await advanceUntil(running, () => messages.length === 19)
    const heardAt = running.now()
    await advanceUntil(running, () => states.includes('stale'))
    expect(running.now() - heardAt).toBeLessThanOrEqual(lab.staleMs + 3_000)
    await advanceUntil(running, () => states.at(-1) === 'live')
    await advanceUntil(running, () => quotes().some(({ isAfterGap }) => isAfterGap))
    expectOnceInOrder(quotes())
  },

  'tries a refused subscription once': async (lab) => {
    const running = await started(lab, { faults: [{ when: { message: 5 }, do: 'refuse' }] })
    await advanceUntil(running, () => running.states.includes('refused'))
    await running.advanceTo(running.now() + HOUR)
    expect([running.states.at(-1), running.subscriptions()]).toEqual(['refused', 0])
  },

  'drops backward, crossed, negative and unreadable quotes, and counts them': async (lab) => {
    const running = await started(lab, { faults: [{ when: { probability: 0.2 }, do: 'garbage' }] })
    await running.advanceTo(NOON + 30 * MINUTE)
    const reasons = ['backward', 'crossed', 'not-positive', 'not-understood']
    expect(running.dropped).toEqual(expect.arrayContaining(reasons))
    expect(running.quotes().filter(({ bid, ask }) => !(bid > 0 && ask >= bid))).toEqual([])
    expect(running.quotes().length).toBeGreaterThan(300)
    expectOnceInOrder(running.quotes())
  },

  ...Object.fromEntries(
    (['drop', 'duplicate', 'swap', 'delay'] as const).map((fault) => [
      `keeps quotes in order under the fault ${fault}`,
      async (lab: MarketLab) => {
        const running = await started(lab, { faults: [{ when: { probability: 0.2 }, do: fault, ms: 4_000 }] })
        await running.advanceTo(NOON + 30 * MINUTE)
        expect(running.quotes().length).toBeGreaterThan(300)
        expectOnceInOrder(running.quotes())
        if (fault !== 'drop') expect(running.dropped).toContain(fault === 'duplicate' ? 'duplicate' : 'backward')
      },
    ]),
  ),

  'says that a market is closed, in its list and while nothing trades': async (lab) => {
    const instrumentId = lab.weekendInstrumentId
    if (instrumentId === null) throw new Error('The lab has no such instrument, and does not say why')
    const running = await started(lab, { now: FRIDAY, instrumentId })
    const isOpen = async () => (await running.feed.instruments()).find(({ id }) => id === instrumentId)?.tradingOpen
    expect(await isOpen()).toBe(true)
    await running.advanceTo(FRIDAY + HOUR)
    expect(await isOpen()).toBe(false)
    const { length } = running.quotes()
    expect(length).toBeGreaterThan(10)
    await running.advanceTo(FRIDAY + 40 * HOUR)
    expect(running.quotes()).toHaveLength(length)
    expect(running.messages.at(-1)).toMatchObject({ kind: 'heartbeat', isOpen: false })
    // The market is quiet, its stream is not dead.
    expect(running.states.at(-1)).toBe('quiet')
    expect(new Set(running.states)).toEqual(new Set(['connecting', 'live', 'quiet']))
    await running.advanceTo(FRIDAY + 50 * HOUR)
    expect(await isOpen()).toBe(true)
    expect(running.quotes().length).toBeGreaterThan(length)
  },
}
