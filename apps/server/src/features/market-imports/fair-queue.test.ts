import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Work that ends when told to, and the order in which it began. */
function bench() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => async (): Promise<void> => {
    begun.push(name)
    await new Promise<void>((resolve) => ends.set(name, resolve))
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, end }
}

describe('a fair queue', () => {
  it('runs two at a time, one of each user, and gives turns to users rather than to what they bring', async () => {
    const queue = new FairQueue({ atOnce: 2, maxWaiting: 9 })
    const { begun, work, end } = bench()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(name.charAt(0), work(name))
    expect(begun).toEqual(['a1', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    await end('b1')
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
    await end('a2')
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
    await end('c1')
    await end('b2')
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
    const idle = queue.idle()
    await end('a3')
    await idle
  })

  it('has a bound for each user', async () => {
    const queue = new FairQueue({ atOnce: 1, maxWaiting: 2 })
    const { work } = bench()
    for (const name of ['a1', 'a2', 'a3']) queue.add('a', work(name))
    expect([queue.hasRoom('a'), queue.hasRoom('b')]).toEqual([false, true])
    expect(() => queue.add('a', work('a4'))).toThrow(RangeError)
  })
})
