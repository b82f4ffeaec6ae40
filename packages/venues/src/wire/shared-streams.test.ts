import { expect, it } from 'vitest'
import { listener } from '../conformance/listener.fixture.ts'
import type { QuoteMessage } from '../ports/market-feed.ts'
import { type Connect, SharedStreams, type StreamHandlers } from './shared-streams.ts'
import { VirtualClock } from './virtual-clock.ts'
import { type Fault, withFaults } from './with-faults.ts'

const QUOTE: QuoteMessage = { kind: 'quote', time: 0, bid: 1, ask: 2, isOpen: true, isAfterGap: false }

/** A venue whose connections the test holds in its hands. */
function venue(faults: readonly Fault[] = []) {
  const clock = new VirtualClock(0)
  const connections: { readonly at: number; readonly handlers: StreamHandlers }[] = []
  const connect: Connect = (_kind, _id, handlers) => {
    connections.push({ at: clock.now(), handlers })
    return () => {}
  }
  const streams = new SharedStreams(withFaults(connect, { faults, random: () => 0, clock }), clock, {
    staleMs: 100_000,
    quietMs: 5_000,
  })
  const heard = listener()
  streams.open('quote', 'A:SIM', heard.sink)
  const last = () => (connections.at(-1) as (typeof connections)[number]).handlers
  return { clock, connections, last, streams, ...heard }
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

it('keeps different quotes of the same time in the order of their arrival, and drops numbers that are none', () => {
  const { last, of, dropped } = venue()
  const quotes = [QUOTE, { ...QUOTE, ask: 3 }, { ...QUOTE, bid: 0.5, ask: 3 }]
  for (const quote of quotes) last().message(quote)
  last().message({ ...QUOTE, bid: NaN })
  last().message({ ...QUOTE, time: Infinity })
  expect(of('quote')).toEqual(quotes)
  expect(dropped).toEqual(['not-understood', 'not-understood'])
})

it('subscribes again for a listener who opens the stream when he hears that it is closed', () => {
  const { connections, streams, last } = venue()
  const again = listener()
  const closing = listener()
  const lease = streams.open('quote', 'B:SIM', {
    ...closing.sink,
    state: (state) => state === 'closed' && streams.open('quote', 'B:SIM', again.sink),
  })
  lease.release()
  last().message(QUOTE)
  expect(connections).toHaveLength(3)
  expect(again.messages).toEqual([QUOTE])
})

it('goes wrong at the first message from a time on, once', () => {
  const { clock, last, of, states } = venue([{ when: { time: 2_000 }, do: 'close' }])
  for (const time of [1_000, 2_500, 3_600, 3_700]) {
    clock.advanceTo(time)
    last().message({ ...QUOTE, time })
  }
  expect(of('quote').map(({ time, isAfterGap }) => [time, isAfterGap])).toEqual([
    [1_000, false],
    [3_600, true],
    [3_700, false],
  ])
  expect(states).toEqual(['connecting', 'live', 'backoff', 'connecting', 'live'])
})
