import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { minuteBars, MONDAY, startRun } from '../run.fixture.ts'
import { hoursOfRun } from './hours-of-run.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const EURO = defineInstrument('EURUSD:TEST')
const BITCOIN = defineInstrument('BTCUSD:TEST')
const CHRISTMAS = [{ from: MONDAY, to: MONDAY + DAY }]

describe('a run with an instrument that trades on weekends', () => {
  it('counts every day of the week, whichever instrument it names first', () => {
    const end = MONDAY + 9 * DAY
    const bars = (price: number) =>
      minuteBars(
        Array.from({ length: 9 * 24 }, (_, hour) => {
          const at = price * (1 + (hour % 5) / 1_000)
          return [at, at, at, at] as const
        }),
        0,
        MONDAY,
        HOUR,
      )
    const none = { closures: [], swap: null, funding: null }
    const lean = (...[first, other]: [typeof EURO, typeof EURO]) => {
      const run = startRun(
        `market('${other.id}'); function onIntervalClose() { if (positions.count === 0) buy({ quantity: 1 }) }`,
        bars(first === EURO ? 1.1 : 40_000),
        { instrument: first, end, interval: 'H1', markets: [{ ...none, instrument: other }] },
        [{ instrumentId: other.id, columns: bars(other === EURO ? 1.1 : 40_000) }],
      )
      while (run.step(1_000));
      return run.finishLean('completed', [])
    }
    expect(lean(EURO, BITCOIN).dailyReturns).toHaveLength(9)
    expect(lean(BITCOIN, EURO).dailyReturns).toHaveLength(9)
  })

  it('takes trading hours from that instrument, and otherwise from the first one', () => {
    const markets = [{ instrument: BITCOIN, closures: [], swap: null, funding: null }]
    const own = { instrument: EURO, closures: CHRISTMAS }
    expect(hoursOfRun(own)).toEqual({ calendar: 'forex', closures: CHRISTMAS })
    expect(hoursOfRun({ ...own, markets })).toEqual({ calendar: 'always', closures: [] })
  })
})
