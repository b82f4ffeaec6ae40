import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TopicLeases } from './topic-leases.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const calls: string[] = []
  const leases = new TopicLeases()
  const enter = (name: string): void =>
    leases.enter(name, () => {
      calls.push(`open ${name}`)
      return { release: () => void calls.push(`release ${name}`) }
    })
  return { calls, leases, enter }
}

it('a topic is opened for its first listener and released 30 s after its last one', () => {
  const { calls, leases, enter } = setUp()
  for (const name of ['price.A:X', 'price.A:X', 'price.B:X']) enter(name)
  expect(calls).toEqual(['open price.A:X', 'open price.B:X'])
  leases.leave('price.A:X')
  vi.advanceTimersByTime(60_000)
  leases.leave('price.A:X')
  vi.advanceTimersByTime(29_999)
  expect(calls).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(calls.slice(2)).toEqual(['release price.A:X'])
})

it('a listener who returns within 30 s finds the topic open', () => {
  const { calls, leases, enter } = setUp()
  enter('price.A:X')
  leases.leave('price.A:X')
  vi.advanceTimersByTime(29_000)
  enter('price.A:X')
  vi.advanceTimersByTime(60_000)
  expect(calls).toEqual(['open price.A:X'])
})

it('a topic is opened again after its release, and all are released when the server stops', () => {
  const { calls, leases, enter } = setUp()
  enter('price.A:X')
  leases.leave('price.A:X')
  vi.advanceTimersByTime(30_000)
  enter('price.A:X')
  leases.stop()
  expect(calls).toEqual(['open price.A:X', 'release price.A:X', 'open price.A:X', 'release price.A:X'])
})
