import { expect } from 'vitest'
import type { ConformanceCases } from './conformance-cases.fixture.ts'
import {
  advanceUntil,
  bookOf,
  expectOnceInOrder,
  HOUR,
  MINUTE,
  minutesOf,
  NOON,
  started,
} from './market-run.fixture.ts'
import type { MarketLab } from './venue-lab.ts'

/** Of the way to the venue, which is cut, forbidden or late. */
export const WIRE_CASES: ConformanceCases<MarketLab> = {
  'is stale soon after its connection is dead without a word, and connects anew': async (lab) => {
    const running = await started(lab)
    const { states, messages, quotes } = running
    await advanceUntil(running, () => messages.length > 19)
    running.befall('half-open')
    const heardAt = running.now()
    await advanceUntil(running, () => states.includes('stale'))
    expect(running.now() - heardAt).toBeLessThanOrEqual(lab.staleMs + 3_000)
    await advanceUntil(running, () => quotes().some(({ isAfterGap }) => isAfterGap))
    expect(states.at(-1)).toBe('live')
    expectOnceInOrder(quotes())
  },

  'leaves nothing behind after a hundred lost connections': async (lab) => {
    const running = await started(lab, { faults: [{ when: { probability: 0.3 }, do: 'close' }] })
    const { states } = running
    await advanceUntil(running, () => states.filter((one) => one === 'backoff').length >= 100, 1_000)
    await advanceUntil(running, () => states.at(-1) === 'live')
    expect(running.subscriptions()).toBe(1)
    expectOnceInOrder(running.quotes())
    running.lease.release()
    await running.advanceTo(running.now() + HOUR)
    expect([running.subscriptions(), states.at(-1)]).toEqual([0, 'closed'])
  },

  'sends nothing while the venue forbids it, and goes on afterwards': async (lab) => {
    const running = await started(lab)
    await running.advanceTo(NOON + 10 * MINUTE)
    running.befall('ban')
    const read = () => minutesOf(running, lab.instrumentId, NOON - (NOON % MINUTE), NOON + 5 * MINUTE)
    const early: Promise<unknown>[] = []
    for (let count = 0; count < 3; count += 1) {
      early.push(read().catch(() => undefined))
      await running.advanceTo(running.now() + 5_000)
    }
    await running.advanceTo(running.now() + 2 * MINUTE)
    await Promise.all(early)
    expect(running.forbiddenRequests()).toBe(0)
    expect(await read()).not.toEqual([])
  },

  'says that trading in an instrument is halted': async (lab) => {
    const running = await started(lab)
    const isOpen = async () => (await running.feed.instruments()).find(({ id }) => id === lab.instrumentId)?.tradingOpen
    expect(await isOpen()).toBe(true)
    running.befall('halt')
    await running.advanceTo(NOON + 2 * HOUR)
    expect(await isOpen()).toBe(false)
  },

  'waits for a snapshot of the book that is as new as its changes': async (lab) => {
    const running = await started(lab)
    await running.advanceTo(NOON + MINUTE)
    running.befall('old snapshot')
    const late = await started({ ...lab, start: () => Promise.resolve(running) }, { kind: 'book' })
    await running.advanceTo(NOON + 10 * MINUTE)
    const { snapshots: _, ...book } = bookOf(late)
    expect(book.bids).toHaveLength(50)
    const fresh = await started(lab, { kind: 'book', now: late.messages.at(-1)?.time ?? NOON })
    await fresh.advanceTo(fresh.now())
    expect(fresh.of('book-snapshot')[0]).toMatchObject(book)
  },

  'measures how far its clock is from that of the venue, either way': async (lab) => {
    for (const [fault, ms] of [
      ['clock ahead', -2_000],
      ['clock behind', 2_000],
    ] as const) {
      const running = await started(lab)
      await running.advanceTo(NOON + MINUTE)
      expect(running.feed.health?.().skew).toMatchObject({ ms: 0, level: 'fine' })
      running.befall(fault)
      await running.advanceTo(NOON + 5 * MINUTE)
      expect(running.feed.health?.().skew).toEqual({ ms, level: 'no-orders' })
      expectOnceInOrder(running.quotes())
    }
  },
}
