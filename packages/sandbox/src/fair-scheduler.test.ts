import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FairScheduler, type WorkClass } from './fair-scheduler.ts'

/** Jobs named by tenant and number, such as a1, in the order in which they are started. */
function queue(size: number) {
  const scheduler = new FairScheduler(size)
  const started: string[] = []
  const addAll = async (names: readonly string[], workClass: WorkClass): Promise<void> => {
    for (const name of names)
      void scheduler.acquire({ tenant: name.charAt(0), workClass }).then(() => started.push(name))
    await tick()
  }
  return {
    scheduler,
    started,
    add: (...names: string[]) => addAll(names, 'interactive'),
    addBatch: (...names: string[]) => addAll(names, 'batch'),
    async end(name: string): Promise<void> {
      scheduler.release(name.charAt(0))
      await tick()
    },
  }
}

describe('the fair scheduler', () => {
  it('serves tenants in turn and keeps the order of each tenant', async () => {
    const { add, end, started } = queue(1)
    await add('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
    for (let i = 0; i < 6; i++) await end(started[i] ?? '')
    // One run of another tenant starts in addition to those of the tenant that holds every place.
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('prefers the tenant with the fewest running jobs', async () => {
    const { add, end, started } = queue(3)
    await add('a1', 'a2', 'b1', 'a3', 'b2')
    await end('a1')
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
    await add('c1')
    await end('b1')
    expect(started.at(-1)).toBe('c1')
  })

  it('starts one extra job, and only one, of another tenant while one tenant holds every place', async () => {
    const { add, end, started, scheduler } = queue(2)
    await add('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
    expect(started).toEqual(['a1', 'a2', 'b1'])
    expect(scheduler).toMatchObject({ taken: 3, waiting: 3 })
    await end('b1')
    expect(started.at(-1)).toBe('c1')
    await end('c1')
    expect(started.at(-1)).toBe('b2')
    await end('b2')
    await end('a1')
    expect(started.at(-1)).toBe('a3')
    expect(scheduler).toMatchObject({ taken: 2, waiting: 0 })
  })

  it('stops waiting when the request is aborted', async () => {
    const { add, end, started, scheduler } = queue(1)
    await add('a1')
    const control = new AbortController()
    const given = scheduler.acquire({ tenant: 'a', signal: control.signal })
    await add('a3')
    control.abort()
    expect(await given).toBe(false)
    await end('a1')
    expect(started).toEqual(['a1', 'a3'])
  })

  it('starts interactive work before batch work that has waited longer', async () => {
    const { add, addBatch, end, started } = queue(1)
    await addBatch('a1', 'a2', 'b1')
    await add('c1', 'c2')
    // Batch work holds the only place, so interactive work of another tenant starts in addition to it.
    expect(started).toEqual(['a1', 'c1'])
    await end('a1')
    await end('c1')
    expect(started).toEqual(['a1', 'c1', 'c2'])
    await end('c2')
    expect(started.at(-1)).toBe('b1')
    await end('b1')
    expect(started.at(-1)).toBe('a2')
  })

  it('never starts batch work in addition to full places', async () => {
    const { add, addBatch, end, started } = queue(1)
    await add('a1')
    await addBatch('b1')
    expect(started).toEqual(['a1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1'])
  })
})
