import { expect, it } from 'vitest'
import { listener } from '../conformance/listener.fixture.ts'
import type { QuoteMessage } from '../ports/market-feed.ts'
import { SharedStreams, type StreamHandlers } from './shared-streams.ts'
import { VirtualClock } from './virtual-clock.ts'

const QUOTE: QuoteMessage = { kind: 'quote', time: 0, bid: 1, ask: 2, isOpen: true, isAfterGap: false }

/** A venue whose connections the test holds in its hands. */
function venue() {
  const clock = new VirtualClock(0)
  const connections: { readonly at: number; readonly handlers: StreamHandlers }[] = []
  const streams = new SharedStreams(
    (_kind, _id, handlers) => {
      connections.push({ at: clock.now(), handlers })
      return () => {}
    },
    clock,
    { staleMs: 100_000, quietMs: 5_000 },
  )
  const heard = listener()
  streams.open('quote', 'A:SIM', heard.sink)
  const last = () => (connections.at(-1) as (typeof connections)[number]).handlers
  return { clock, connections, last, ...heard }
}

it('waits longer after each lost connection, from half a second to half a minute, and never as long as others', () => {
  const { clock, connections, last } = venue()
  const pauses: number[] = []
  for (let loss = 0; loss < 12; loss++) {
    const lostAt = clock.now()
    last().lost(false)
    clock.advanceTo(lostAt + 30_000)
    pauses.push((connections.at(-1)?.at ?? 0) - lostAt)
  }
  const longest = [1_000, 2_000, 4_000, 8_000, 16_000, ...Array.from({ length: 7 }, () => 30_000)]
  for (const [at, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual((longest[at] ?? Infinity) / 2)
    expect(pause).toBeLessThanOrEqual(longest[at] ?? 0)
  }
  expect(new Set(pauses.slice(5)).size).toBe(7)
})

it('forgets its losses only after a minute of life', () => {
  const { clock, connections, last } = venue()
  const pauseAfter = (lifeMs: number): number => {
    clock.advanceTo((connections.at(-1)?.at ?? 0) + lifeMs)
    const lostAt = clock.now()
    last().lost(false)
    clock.advanceTo(lostAt + 30_000)
    return (connections.at(-1)?.at ?? 0) - lostAt
  }
  for (let loss = 0; loss < 8; loss++) pauseAfter(30_000)
  expect(pauseAfter(59_000)).toBeGreaterThan(10_000)
  expect(pauseAfter(60_000)).toBeLessThanOrEqual(1_000)
})

it('ignores what an earlier connection still says', () => {
  const { clock, connections, last, messages, states } = venue()
  last().message(QUOTE)
  last().lost(false)
  clock.advanceTo(1_000)
  connections[0]?.handlers.message({ ...QUOTE, time: 5 })
  connections[0]?.handlers.lost(true)
  expect(messages).toEqual([QUOTE])
  expect(states).toEqual(['connecting', 'live', 'backoff', 'connecting'])
})
