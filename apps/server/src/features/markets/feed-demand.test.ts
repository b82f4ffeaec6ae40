import { createInProcessBus } from '@tradeloom/bus'
import { afterEach, expect, it } from 'vitest'
import { FeedDemand } from './feed-demand.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function servers() {
  const bus = createInProcessBus(() => {})
  const clock = { now: 1_000_000 }
  const changes = { count: 0 }
  const open = (): FeedDemand => {
    const demand = new FeedDemand(
      bus,
      () => clock.now,
      () => changes.count++,
    )
    stops.push(() => demand.stop())
    return demand
  }
  return { bus, clock, changes, one: open(), two: open() }
}

it('shares what one server needs with all, until it no longer needs it', async () => {
  const { bus, one, two } = servers()
  const held = [one.hold('EURUSD:SIM'), one.hold('EURUSD:SIM'), one.hold('EURUSD:SIM', 'trade')]
  await bus.flush()
  for (const { wanted } of [one, two]) expect([...wanted]).toEqual([['EURUSD:SIM', ['trade']]])
  held[0]?.release()
  held[0]?.release()
  held[2]?.release()
  await bus.flush()
  for (const { wanted } of [one, two]) expect([...wanted]).toEqual([['EURUSD:SIM', []]])
  held[1]?.release()
  await bus.flush()
  for (const { wanted } of [one, two]) expect(wanted.size).toBe(0)
})

it('what a server wanted is forgotten a while after it fell silent, and others may want it, too', async () => {
  const { bus, clock, changes, two } = servers()
  bus.publish('feed.wanted', { instrumentId: 'BTCUSDT:SIM', by: 'paper', until: clock.now + 10_000 })
  bus.publish('feed.wanted', { instrumentId: 'BTCUSDT:SIM', by: 'sessions', until: clock.now + 20_000 })
  await bus.flush()
  expect(changes.count).toBe(4)
  clock.now += 15_000
  expect([...two.wanted.keys()]).toEqual(['BTCUSDT:SIM'])
  clock.now += 5_000
  expect(two.wanted.size).toBe(0)
})
