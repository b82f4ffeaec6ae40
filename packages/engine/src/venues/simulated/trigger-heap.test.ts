import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Trigger, TriggerHeap } from './trigger-heap.ts'

function trigger(heap: TriggerHeap, price: number, id: number): Trigger {
  return new Trigger(heap, price, 0, id, null, null)
}

describe('TriggerHeap', () => {
  it('finds the nearest trigger after any sequence of pushes, drops and pops', () => {
    const step = fc.tuple(fc.constantFrom('push', 'drop', 'pop', 'move'), fc.nat(50))
    fc.assert(
      fc.property(fc.constantFrom<(1 | -1)[]>(1, -1), fc.array(step, { maxLength: 300 }), (direction, steps) => {
        const levels = new Float64Array(1)
        const heap = new TriggerHeap(direction, levels, 0)
        let living: Trigger[] = []
        let nextId = 1
        const nearest = () => living.toSorted((a, b) => direction * (a.price - b.price) || a.id - b.id)[0]
        for (const [kind, number] of steps) {
          if (kind === 'push') {
            const item = trigger(heap, number, nextId++)
            living.push(item)
            heap.push(item)
          } else if (kind === 'drop') {
            const item = living[number % Math.max(1, living.length)]
            if (item) heap.drop(item)
            living = living.filter((other) => other !== item)
          } else if (kind === 'move') {
            living[(number * 7) % Math.max(1, living.length)]?.moveTo(number)
          } else {
            const wanted = nearest() ?? null
            expect(heap.pop()).toBe(wanted)
            living = living.filter((other) => other !== wanted)
          }
          expect(levels[0]).toBe(nearest()?.price ?? direction * Infinity)
          expect(heap.size).toBe(living.length)
          const reached = living.filter(({ price }) => (direction === 1 ? price <= number : price >= number))
          expect(heap.first(number)).toBe(reached.toSorted((a, b) => a.id - b.id)[0] ?? null)
        }
      }),
      { numRuns: 200 },
    )
  })
})
