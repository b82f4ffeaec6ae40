import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Turns } from './turns.ts'

/** Runs in the order in which they get their places. */
function queue(size: number) {
  const turns = new Turns(size)
  const entered: string[] = []
  return {
    turns,
    entered,
    async add(...names: string[]): Promise<void> {
      for (const name of names) void turns.enter(name.charAt(0), undefined).then(() => entered.push(name))
      await tick()
    },
    async end(name: string): Promise<void> {
      turns.leave(name.charAt(0))
      await tick()
    },
  }
}

describe('turns', () => {
  it('go round the tenants, and each tenant keeps its order', async () => {
    const { add, end, entered } = queue(1)
    await add('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
    for (let at = 0; at < 6; at++) await end(entered[at] ?? '')
    // One run of another tenant starts beside the only one that holds every place.
    expect(entered).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('go to whom has the fewest runs at work', async () => {
    const { add, end, entered } = queue(3)
    await add('a1', 'a2', 'b1', 'a3', 'b2')
    await end('a1')
    expect(entered).toEqual(['a1', 'a2', 'b1', 'a3'])
    await add('c1')
    await end('b1')
    expect(entered.at(-1)).toBe('c1')
  })

  it('let one run of another tenant start beside those of one who holds every place, and only one', async () => {
    const { add, end, entered, turns } = queue(2)
    await add('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
    expect(entered).toEqual(['a1', 'a2', 'b1'])
    expect(turns).toMatchObject({ taken: 3, waiting: 3 })
    await end('b1')
    expect(entered.at(-1)).toBe('c1')
    await end('c1')
    expect(entered.at(-1)).toBe('b2')
    await end('b2')
    await end('a1')
    expect(entered.at(-1)).toBe('a3')
    expect(turns).toMatchObject({ taken: 2, waiting: 0 })
  })

  it('can be given up while waiting', async () => {
    const { add, end, entered, turns } = queue(1)
    await add('a1')
    const control = new AbortController()
    const given = turns.enter('a', control.signal)
    await add('a3')
    control.abort()
    expect(await given).toBe(false)
    await end('a1')
    expect(entered).toEqual(['a1', 'a3'])
  })
})
