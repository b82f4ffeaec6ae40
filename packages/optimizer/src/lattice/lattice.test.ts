import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { axisOf } from './axis.ts'
import { Lattice } from './lattice.ts'
import { RandomOrder } from './random-order.ts'

const even = (name: string, start: number, end: number, count: number) =>
  ({ kind: 'evenly-spaced', name, start, end, count }) as const
const stepped = (start: number, end: number, step: number, decimalPlaces = 0) =>
  ({ kind: 'stepped', name: 'x', start, end, step, decimalPlaces }) as const
const valuesOf = (range: Parameters<typeof axisOf>[0]) => {
  const { size, valueAt } = axisOf(range)
  return Array.from({ length: size }, (_, k) => valueAt(k))
}
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })
const latticeOf = (counts: readonly number[]) => new Lattice(counts.map((count, k) => even(`x${k}`, 0, 1, count)))

describe('values of an external', () => {
  it('are evenly spaced, both ends included', () => {
    expect(valuesOf(even('x', 10, 20, 5))).toEqual([10, 12.5, 15, 17.5, 20])
    expect(valuesOf(even('x', 2, -2, 3))).toEqual([2, 0, -2])
    expect(valuesOf(even('x', 7, 9, 1))).toEqual([7])
    expect(valuesOf(even('x', 7, 7, 10))).toEqual([7])
  })

  it('are the decimals that people read, and end where the range ends', () => {
    expect(valuesOf(even('x', 0.1, 1, 10))).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
    expect(valuesOf(even('x', 1.1, 1.2, 3))).toEqual([1.1, 1.15, 1.2])
    const tenths = fc.integer({ min: -1_000, max: 1_000 }).map((value) => value / 10)
    fc.assert(
      fc.property(tenths, tenths, fc.integer({ min: 2, max: 1_000 }), (start, end, count) => {
        const values = valuesOf(even('x', start, end, count))
        expect([values[0], values.at(-1)]).toEqual([start, end])
      }),
    )
  })

  it('are integers, decimals or multiples of the genetic step inside the range', () => {
    expect(valuesOf(stepped(1.5, 5, 1))).toEqual([2, 3, 4, 5])
    expect(valuesOf(stepped(0.1, 0.5, 0, 1))).toEqual([0.1, 0.2, 0.3, 0.4, 0.5])
    expect(valuesOf(stepped(-0.02, 0.01, 0, 2))).toEqual([-0.02, -0.01, 0, 0.01])
    expect(valuesOf(stepped(0, 1, 0.25))).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect(valuesOf(stepped(7, 31, 10))).toEqual([10, 20, 30])
    expect(valuesOf(stepped(0.3, 0.9, 0.3))).toEqual([0.3, 0.6, 0.9])
  })

  it('are refused if there are none', () => {
    expect(() => axisOf(stepped(11, 19, 10))).toThrow('x has no value between 11 and 19')
    expect(() => axisOf(stepped(1, 9, -1))).toThrow('x has no step of -1: it is a number above 0')
    expect(() => axisOf(stepped(1, 9, 0, 1.5))).toThrow('x has no 1.5 decimal places')
    expect(() => axisOf(stepped(1, 9, 0, 20))).toThrow(/from 0 to 8/)
    expect(() => axisOf(even('x', 0, 1, 0))).toThrow(/no count/)
    expect(() => axisOf(even('x', NaN, 1, 2))).toThrow(/finite/)
    expect(() => axisOf(even('x', -1e308, 1e308, 2))).toThrow(/finite/)
  })
})

describe('a lattice', () => {
  it('changes the first external slowest', () => {
    const lattice = new Lattice([even('a', 1, 2, 2), { kind: 'fixed', name: 'b', value: 5 }, even('c', 0, 2, 3)])
    expect(Array.from({ length: lattice.count }, (_, k) => lattice.valuesOf(lattice.pointAt(k)))).toEqual([
      [1, 5, 0],
      [1, 5, 1],
      [1, 5, 2],
      [2, 5, 0],
      [2, 5, 1],
      [2, 5, 2],
    ])
  })

  it('numbers every point once', () => {
    fc.assert(
      fc.property(sizes, (counts) => {
        const lattice = latticeOf(counts)
        const indexes = Array.from({ length: lattice.count }, (_, k) => lattice.indexOf(lattice.pointAt(k)))
        expect(indexes).toEqual(indexes.map((_, k) => k))
      }),
      { numRuns: 50 },
    )
  })

  it('is walked through at random with every point once, whatever its size and the seed', () => {
    fc.assert(
      fc.property(sizes, fc.integer(), (counts, seed) => {
        const lattice = latticeOf(counts)
        const order = new RandomOrder(lattice, seed)
        const seen = new Set(Array.from({ length: lattice.count }, (_, k) => lattice.indexOf(order.pointAt(k))))
        expect(seen.size).toBe(lattice.count)
      }),
      { numRuns: 100 },
    )
  })

  it('has a random order that spreads its first points evenly, and differs between seeds', () => {
    const lattice = latticeOf([10, 100, 100])
    const counts = Array.from({ length: 10 }, () => 0)
    const order = new RandomOrder(lattice, 7)
    for (let k = 0; k < 2_000; k++) counts[order.pointAt(k)[0] as number]! += 1
    // 200 are expected in each, with a deviation of 13.
    for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(60)
    const other = new RandomOrder(lattice, 8)
    const same = Array.from({ length: 200 }, (_, k) => String(order.pointAt(k)) === String(other.pointAt(k)))
    expect(same.filter(Boolean).length).toBeLessThan(3)
  })

  it('larger than exact numbers has distinct keys and random points all over it', () => {
    const lattice = new Lattice(Array.from({ length: 6 }, () => stepped(0, 1_000, 0, 3)))
    expect(lattice.isIndexed).toBe(false)
    const order = new RandomOrder(lattice, 1)
    const points = Array.from({ length: 500 }, (_, k) => order.pointAt(k))
    expect(new Set(points.map((point) => lattice.keyOf(point))).size).toBe(500)
    const middle = points.filter(([first]) => (first as number) < 500_000).length
    expect(Math.abs(middle - 250)).toBeLessThan(60)
  })
})
