import fc from 'fast-check'
import { expect, it } from 'vitest'

import { FormingBar } from './forming-bar.ts'

const anyStep = fc.record({
  count: fc.integer({ min: 1, max: 20 }),
  /** A tick that is processed in full sets the extremes itself, as a bar's first tick does. */
  kind: fc.constantFrom('quiet', 'full', 'new bar'),
  reads: fc.constantFrom('nothing', 'high', 'low', 'both'),
})

it('the extremes of a forming bar are those of its ticks, whenever they are read', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { minLength: 1, maxLength: 40 }),
      // Prices are above zero: among 0 and -0, which are equal, either may be the extreme.
      fc.infiniteStream(fc.double({ min: Number.MIN_VALUE, noNaN: true })),
      (steps, prices) => {
        const bids = Float64Array.from({ length: 20 * steps.length }, () => prices.next().value)
        const bar = new FormingBar()
        let begin = 0
        let at = 0
        bar.high = bids[0] as number
        bar.low = bids[0] as number
        for (const { count, kind, reads } of steps) {
          if (kind === 'new bar') {
            begin = at
            bar.begin()
            bar.high = bids[at] as number
            bar.low = bids[at] as number
          }
          if (kind === 'full') {
            const bid = bids[at] as number
            if (bid > bar.high) bar.high = bid
            if (bid < bar.low) bar.low = bid
            at += 1
          } else {
            bar.addTicks(bids, at, at + count)
            at += count
          }
          const seen = [...bids.subarray(begin, at)]
          if (reads === 'high' || reads === 'both') expect(bar.high).toBe(Math.max(...seen))
          if (reads === 'low' || reads === 'both') expect(bar.low).toBe(Math.min(...seen))
        }
        const seen = [...bids.subarray(begin, at)]
        expect([bar.high, bar.low]).toEqual([Math.max(...seen), Math.min(...seen)])
      },
    ),
  )
})
