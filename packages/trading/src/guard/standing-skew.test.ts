import { expect, it } from 'vitest'
import { StandingSkew } from './standing-skew.ts'

/** A price each second, each seen several times, with the delays that a function says. */
function skewAfter(seconds: number, delay: (second: number) => number): number | null {
  const skew = new StandingSkew()
  for (let second = 0; second < seconds; second++) {
    for (const look of [0, 300, 600]) skew.see(second, delay(second), second * 1_000 + look)
  }
  return skew.ms
}

it('is the least by which clocks were apart for more than half a minute', () => {
  expect(skewAfter(61, (second) => 2_500 + (second % 7) * 100)).toBe(2_500)
  expect(skewAfter(61, (second) => -2_500 - (second % 7) * 100)).toBe(-2_500)
  expect(skewAfter(20, () => 2_500)).toBeNull()
})

it('is nothing for a clock that was set for a while, and for prices that came late for one', () => {
  expect(skewAfter(90, (second) => (second > 50 && second < 75 ? -3_600_000 : 40))).toBe(0)
  expect(skewAfter(90, (second) => (second > 50 && second < 75 ? 8_000 : 40))).toBe(40)
  expect(skewAfter(90, (second) => (second % 10 === 0 ? -3 : 9_000))).toBe(0)
})

it('is not known after a silence, until prices have come for a while again', () => {
  expect(skewAfter(200, (second) => (second < 61 || second === 199 ? 2_500 : NaN))).toBeNull()
})
