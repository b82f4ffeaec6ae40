import fc from 'fast-check'
import { expect, it } from 'vitest'
import { StandingResult } from './standing-result.ts'

const BEFORE = 100
const AFTER = -900

/** Looks every 50 ms at one market. `quotes`: when it was quoted. */
function look(quotes: readonly number[], resultAt: (at: number) => number): Map<number, number | null> {
  const standing = new StandingResult()
  const seen = new Map<number, number | null>()
  for (let at = 0; at <= 5_000; at += 50) {
    const quote = quotes.findLast((one) => one <= at) ?? 0
    const result = resultAt(quote)
    const count = quotes.filter((one) => one <= at).length
    standing.see({ at, total: result, open: result, quotes: new Map([['A', count]]) })
    seen.set(at, standing.total)
  }
  return seen
}

it('says nothing before a result has stood', () => {
  const seen = look([0], () => BEFORE)
  expect([seen.get(950), seen.get(1_000)]).toEqual([null, BEFORE])
})

it('believes a result after 500 ms if its market was quoted again, and after a second if it was not', () => {
  const at = (quote: number): number => (quote >= 2_000 ? AFTER : BEFORE)
  const again = look([0, 500, 1_000, 2_000, 2_200], at)
  expect([again.get(2_450), again.get(2_500)]).toEqual([BEFORE, AFTER])
  const late = look([0, 2_000, 2_700], at)
  expect([late.get(2_650), late.get(2_700)]).toEqual([BEFORE, AFTER])
  const alone = look([0, 2_000], at)
  expect([alone.get(2_950), alone.get(3_000)]).toEqual([BEFORE, AFTER])
})

it('never believes a loss that was gone within half a second, and always one that stayed for a second', () => {
  const pauses = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(pauses, fc.integer({ min: 1, max: 9 }), (steps, length) => {
      const quotes = [0]
      for (const step of steps) quotes.push((quotes.at(-1) ?? 0) + step * 50)
      const end = 2_000 + length * 50
      const brief = look(
        [...quotes, 2_000, end].toSorted((a, b) => a - b),
        (at) => (at >= 2_000 && at < end ? AFTER : BEFORE),
      )
      expect([...brief.values()]).not.toContain(AFTER)
      const fall = look(
        [...quotes, 2_000].toSorted((a, b) => a - b),
        (at) => (at >= 2_000 ? AFTER : BEFORE),
      )
      expect(fall.get(3_000)).toBe(AFTER)
    }),
  )
})
