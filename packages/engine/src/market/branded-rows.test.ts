import { defineInstrument, type Millis, MINUTE } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { firstRowAt } from './market-rows.ts'
import { TradingHours } from './trading-hours.ts'

/** The compiler checks this file: a line marked with `@ts-expect-error` that compiles is an error. */
describe('the rows and times of a market', () => {
  const saturday = Date.UTC(2024, 2, 16)
  const time = Float64Array.from({ length: 10 }, (_, row) => saturday + row * MINUTE)

  it('do not let the index of a row pass as a time', () => {
    const row = firstRowAt(time, saturday + 3 * MINUTE)
    expect(row).toBe(3)
    const hours = new TradingHours({ instrument: defineInstrument('EURUSD:TEST'), closures: [] })
    // @ts-expect-error A row index is not a time. As a time it would be a Thursday in 1970, when the market was open.
    hours.advance(row)
    expect(hours.isOpen).toBe(true)
    hours.advance(time[row] as Millis)
    expect(hours.isOpen).toBe(false)
  })
})
