import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { type Candle, MINUTE, minuteBars, MONDAY, runScript } from '../run.fixture.ts'
import type { FundingSpec, RunSpec } from '../run-spec.ts'

const HOUR = 3_600_000
const PERPETUAL = defineInstrument('BTC-PERP:TEST')

/** Two minutes before each payment and one minute after: 40,000 at 08:00, 41,000 at 16:00, 42,000 at midnight. */
const ROWS = [8, 16, 24].flatMap((hour, at) =>
  [-2, -1, 0].map((minute) => [MONDAY + hour * HOUR + minute * MINUTE, 40_000 + at * 1000] as const),
)

function held(funding: FundingSpec, source: string, changes: Partial<RunSpec> = {}) {
  // A spread of one dollar around the mid price.
  const bars = minuteBars(
    ROWS.map(([, price]): Candle => [price - 0.5, price - 0.5, price - 0.5, price - 0.5]),
    1,
  )
  for (const [at, [time]] of ROWS.entries()) bars.time[at] = time
  return runScript(source, bars, {
    instrument: PERPETUAL,
    funding,
    end: MONDAY + 25 * HOUR,
    initialBalance: 1e6,
    ...changes,
  })
}

const LONG = `let n = 0\nfunction onIntervalClose() { n += 1; if (n === 1) buy({ quantity: 2 }) }`
const SHORT = LONG.replace('buy', 'sell')

describe('funding of a perpetual', () => {
  it('charges long positions and pays short positions three times a day at a constant rate', () => {
    const funding = { hours: 8, rate: 0.0001 }
    // 2 x 40,000 x 0.0001 = 8.00, 2 x 41,000 x 0.0001 = 8.20, 2 x 42,000 x 0.0001 = 8.40.
    const long = held(funding, LONG)
    expect(long.positions[0]?.fundingCost).toBe(24.6)
    expect(long.statistics).toMatchObject({ fundingCost: 24.6, balance: 999_975.4 })
    expect(held(funding, SHORT).positions[0]?.fundingCost).toBe(-24.6)
  })

  it('charges nothing at the end of the run, which is no longer part of it', () => {
    const funding = { hours: 8, rate: 0.0001 }
    // The third payment is due at midnight.
    expect(held(funding, LONG, { end: MONDAY + 24 * HOUR }).positions[0]?.fundingCost).toBe(16.2)
    expect(held(funding, LONG, { end: MONDAY + 24 * HOUR + 1 }).positions[0]?.fundingCost).toBe(24.6)
  })

  it('prefers known funding rates to the constant one, even when stamped some milliseconds late', () => {
    const rates = [
      [MONDAY + 8 * HOUR, 0.0003],
      [MONDAY + 16 * HOUR + 5, -0.0002],
    ] as const
    // 24.00 paid, 16.40 earned, 8.40 paid: there is no known rate for midnight.
    expect(held({ hours: 8, rate: 0.0001, rates }, LONG).positions[0]?.fundingCost).toBe(16)
    expect(held({ hours: 8, rate: 0.0001, rates }, SHORT).positions[0]?.fundingCost).toBe(-16)
  })

  it('charges no funding for positions opened at the funding time or closed before it', () => {
    const source = `let n = 0
      function onIntervalClose() {
        n += 1
        if (n === 1) buy({ quantity: 2 })
        if (n === 2) { closeAll(); buy({ quantity: 3 }) }
      }`
    const { positions } = held({ hours: 8, rate: 0.0001 }, source)
    // At 08:00 the first position is closed and the second is opened: 3 x 41,000 x 0.0001 + 3 x 42,000 x 0.0001 =
    // 24.90.
    expect(positions.map(({ quantity, fundingCost }) => [quantity, fundingCost])).toEqual([
      [2, 8],
      [3, 24.9],
    ])
  })

  it('charges funding at the configured interval', () => {
    // Every four hours from 08:00: 8, 12, 16, 20, 24; between rows the last price before applies. 2 x 0.0001 x (40,000
    // + 40,000 + 41,000 + 41,000 + 42,000).
    expect(held({ hours: 4, rate: 0.0001 }, LONG).positions[0]?.fundingCost).toBe(40.8)
  })

  it('leaves gross profit unchanged by funding', () => {
    const { statistics, positions } = held({ hours: 8, rate: 0.0001 }, LONG)
    // Bought at 40,000.5, worth 41,999.5: 2 x 1,999; the spread is one dollar per unit, half at each end.
    expect(positions[0]?.profit).toBe(3998 - 24.6)
    expect(statistics.grossProfit).toBe(4000)
    expect(statistics.spreadCost).toBe(2)
  })
})
