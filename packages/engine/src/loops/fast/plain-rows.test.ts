import { describe, expect, it } from 'vitest'

import { minuteBars, MONDAY, runScript, still } from '../../run.fixture.ts'

/** The bars of a second interval keep a run from processing rows in stretches. */
const BAR_BY_BAR = "const hour = bars('H1')"
const MIDDLE = 60
const PRICES = Array.from({ length: 150 }, (_, at) => 1 + ((at * at) % 97) / 1e4)

const messages = (top: string, inside: string): string[] =>
  runScript(
    `${top}
    const average = indicators.SMA('M1', 3)
    let calls = 0
    let used = null
    function onIntervalClose() {
      calls += 1
      ${inside}
      log(calls, now(), average.value(), used === null ? null : used())
    }`,
    minuteBars(still(...PRICES), 0.0002),
    // The record of equity interrupts stretches every thousandth of a run.
    { end: MONDAY + 300 * 86_400_000 },
  ).log.map(({ message }) => message)

describe('a handler in a stretch of rows', () => {
  it.each([
    ['history', "const past = bars('M1'); used = () => [past.count, past.close(2)]"],
    ['another indicator', "const other = indicators.EMA('M1', 5); used = () => other.value()"],
    [
      'a second series',
      "const other = indicators.CorrelationCoefficient('M1', average, 5); used = () => other.value()",
    ],
    ['another handler', "every('M1', (bar) => log('again', bar.time)); used = () => 'every'"],
    ['the value with the forming bar', 'used = () => average.forming'],
  ])('uses %s from the bar on that asks for it', (_name, use) => {
    const inside = `if (calls === ${MIDDLE}) { ${use} }`
    const lines = messages('', inside)
    expect(lines).toEqual(messages(BAR_BY_BAR, inside))
    expect(lines.length).toBeGreaterThanOrEqual(149)
  })
})

describe('a trade at the open of the last row', () => {
  it.each(['USD', 'EUR'])('leaves the same equity as price by price, in an account in %s', (accountCurrency) => {
    const ended = (more: string) => {
      const script = `let calls = 0
      function onIntervalClose() {
        calls += 1
        if (calls === ${PRICES.length - 1}) buy({ quantity: 1000 })
      }
      ${more}`
      return runScript(script, minuteBars(still(...PRICES), 0.0002), { accountCurrency })
    }
    const { equityCurve, breakdowns, statistics } = ended('')
    expect(statistics.openPositions).toBe(1)
    const priceByPrice = ended('function onTick() {}')
    expect(equityCurve.equity.at(-1)).toBe(priceByPrice.equityCurve.equity.at(-1))
    expect(equityCurve.equity.at(-1)).toBe(statistics.equity)
    expect(breakdowns.daily).toEqual(priceByPrice.breakdowns.daily)
  })
})
