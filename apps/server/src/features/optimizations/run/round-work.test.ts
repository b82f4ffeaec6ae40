import { describe, expect, it } from 'vitest'
import { RoundWork } from './round-work.ts'

const round = (count: number) => ({ number: 1, first: 100, count, pointAt: (index: number) => [index] })

/** Sizes of all batches when a backtest costs `runMs`. */
function sizes(work: RoundWork, runMs: number): number[] {
  const found: number[] = []
  let done = 0
  for (let batch = work.next({ done, cpuMs: 0 }); batch !== null; batch = work.next({ done, cpuMs: done * runMs })) {
    found.push(batch.indexes.length)
    done += batch.indexes.length
  }
  return found
}

describe('the work of a round', () => {
  it('begins with few backtests, goes on with batches of a second, and shares the rest among the runners', () => {
    expect(sizes(new RoundWork(round(1000), [], 2), 2.5)).toEqual([8, 400, 296, 148, 74, 37, 20, 17])
  })

  it('sends backtests that take seconds one by one', () => {
    expect(sizes(new RoundWork(round(12), [], 2), 3000)).toEqual([6, 1, 1, 1, 1, 1, 1])
  })

  it('sends batches of one size until the cost of a backtest is measured', () => {
    const work = new RoundWork(round(12), [], 2)
    const sent = [work.next({ done: 0, cpuMs: 0 }), work.next({ done: 0, cpuMs: 0 }), work.next({ done: 0, cpuMs: 0 })]
    expect(sent.map((batch) => batch?.indexes.length)).toEqual([6, 6, undefined])
  })

  it('contains each index once, without those that are stored', () => {
    const work = new RoundWork(round(40), [100, 117, 139], 2)
    const sent: number[] = []
    for (let batch = work.next({ done: 1, cpuMs: 5 }); batch !== null; batch = work.next({ done: 1, cpuMs: 5 }))
      sent.push(...batch.indexes)
    expect(sent).toHaveLength(37)
    expect(new Set(sent).size).toBe(37)
    for (const stored of [100, 117, 139]) expect(sent).not.toContain(stored)
  })

  it('sends what a batch has lost again, each alone', () => {
    const work = new RoundWork(round(2), [], 1)
    expect(work.next({ done: 0, cpuMs: 0 })).toEqual({ indexes: [100, 101], isAlone: false })
    work.lose([101])
    expect(work.next({ done: 1, cpuMs: 1 })).toEqual({ indexes: [101], isAlone: true })
    expect(work.next({ done: 2, cpuMs: 2 })).toBeNull()
  })
})
