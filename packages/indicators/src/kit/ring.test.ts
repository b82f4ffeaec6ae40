import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { checkLength } from './check-length.ts'
import { Ring } from './ring.ts'

/** The last numbers of a list, oldest first, as a ring of that size stores them. */
function held(values: readonly number[], size: number, until: number): number[] {
  return values.slice(Math.max(0, until + 1 - size), until + 1)
}

describe('ring', () => {
  it('holds the last numbers, newest first, and nothing else', () => {
    const window = new Ring(3)
    for (const value of [1, 2, 3, 4]) window.push(value)
    expect([window.count, window.full]).toEqual([3, true])
    expect([window.at(), window.at(1), window.at(2), window.at(3), window.at(-1)]).toEqual([4, 3, 2, NaN, NaN])
  })

  it('has the mean of its numbers, both while it fills and once it is full, whenever it is first read', () => {
    const values = [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]
    for (const first of [0, 2, 4]) {
      const window = new Ring(4)
      expect(window.mean()).toBeNaN()
      values.forEach((value, at) => {
        window.push(value)
        if (at < first) return
        const numbers = held(values, 4, at)
        const tenths = numbers.reduce((sum, number) => sum + Math.round(number * 10), 0)
        expect(window.mean()).toBe(tenths / (numbers.length * 10))
      })
    }
  })

  it('returns to a correct mean after a NaN', () => {
    for (const odd of [NaN, Infinity, -Infinity]) {
      const window = new Ring(3)
      for (const value of [1, 2, 3]) window.push(value)
      expect(window.mean()).toBe(2)
      const means = [odd, 5, 6, 7, 8].map((value) => {
        window.push(value)
        return window.mean()
      })
      expect(means.slice(0, 3).map((mean) => Number.isFinite(mean))).toEqual([false, false, false])
      expect(means.slice(3)).toEqual([6, 7])
    }
  })

  it('uses a coarser unit for numbers that exceed its first one, until they leave the ring', () => {
    const window = new Ring(2)
    window.push(0.25)
    expect(window.mean()).toBe(0.25)
    const means = [0.5, 3e9, 7e12, 1, 0.25, 0.26, 0.27].map((value) => {
      window.push(value)
      return window.mean()
    })
    expect(means.slice(0, 4)).toEqual([0.375, 1500000000.25, 3501500000000, 3500000000000.5])
    expect(means.slice(5)).toEqual([0.255, 0.265])
  })

  it('has the deviation, the highest and the lowest of its numbers', () => {
    const random = createRandom(4)
    const values = Array.from({ length: 200 }, () => 100 + Math.round(random() * 20))
    const window = new Ring(7)
    values.forEach((value, at) => {
      window.push(value)
      const numbers = held(values, 7, at)
      const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
      const squares = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0)
      expect(window.deviation()).toBeCloseTo(Math.sqrt(squares / numbers.length), 12)
      expect([window.lowest(), window.highest()]).toEqual([Math.min(...numbers), Math.max(...numbers)])
    })
  })

  it('has the exact deviation of decimal prices, even for long rings and high prices', () => {
    for (const size of [2, 20, 500]) {
      const random = createRandom(size)
      const window = new Ring(size)
      const cents: bigint[] = []
      let price = 6_543_210
      for (let at = 0; at < 3 * size; at++) {
        price += Math.round((random() - 0.5) * 900)
        cents.push(BigInt(price))
        window.push(price / 100)
        if (cents.length < size) continue
        const numbers = cents.slice(-size)
        const sum = numbers.reduce((total, number) => total + number, 0n)
        const squares = numbers.reduce((total, number) => total + number * number, 0n)
        const exact = Math.sqrt(Number(BigInt(size) * squares - sum * sum)) / (size * 100)
        expect(Math.abs(window.deviation() / exact - 1)).toBeLessThan(4e-16)
      }
    }
  })

  it('has the deviation of numbers without a decimal unit, and of numbers that are too far apart for one', () => {
    const random = createRandom(6)
    const odd = Array.from({ length: 60 }, () => random())
    const apart = Array.from({ length: 60 }, (_, at) => (at === 20 ? 1e9 : at === 40 ? NaN : Math.round(random() * 99)))
    for (const values of [odd, apart]) {
      const window = new Ring(5)
      values.forEach((value, at) => {
        window.push(value)
        const numbers = held(values, 5, at)
        const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
        const squares = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0)
        const plain = Math.sqrt(squares / numbers.length)
        if (Number.isNaN(plain)) expect(window.deviation()).toBeNaN()
        else expect(Math.abs(window.deviation() - plain)).toBeLessThanOrEqual(1e-12 * Math.max(1, plain))
      })
    }
  })

  it('rejects invalid sizes', () => {
    for (const size of [0, -1, 1.5, NaN, 1_000_001])
      expect(() => checkLength('ring', size)).toThrow('whole number from 1')
  })
})
