import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { type Candle, MINUTE, minuteBars, runScript } from '../run.fixture.ts'
import type { RunSpec, SwapSpec } from '../run-spec.ts'

const DAY = 86_400_000

/** Two minutes before and two after each of these rollovers. */
function barsAround(rollovers: readonly number[], price: number, spread = 0) {
  const times = rollovers.flatMap((rollover) => [-2, -1, 0, 1].map((minute) => rollover + minute * MINUTE))
  const bars = minuteBars(
    times.map((): Candle => [price, price, price, price]),
    spread,
  )
  for (const [at, time] of times.entries()) bars.time[at] = time
  return bars
}

/** Opens both ways in the first bar after the start, and logs what each has paid after each bar. */
const HOLD = `let n = 0
  function onIntervalClose(bar) {
    n += 1
    if (n === 1) { buy({ quantity: 100000 }); sell({ quantity: 50000 }) }
    else log(JSON.stringify([bar.time, ...positions.all().map((position) => position.swapCost)]))
  }`

function runHeldOver(
  rollovers: readonly number[],
  swap: SwapSpec,
  changes: Partial<RunSpec> = {},
  price = 1.1,
  spread = 0,
) {
  const bars = barsAround(rollovers, price, spread)
  const start = bars.time[0] as number
  const end = (bars.time.at(-1) as number) + MINUTE
  const result = runScript(HOLD, bars, { start, end, swap, initialBalance: 1e6, ...changes })
  const told = new Map(
    result.log.map(({ message }) => {
      const [time, long, short] = JSON.parse(message) as [number, number, number]
      return [time, [long, short]] as const
    }),
  )
  return { result, at: (time: number) => told.get(time) }
}

const PIPS: SwapSpec = { unit: 'pips', long: -0.7, short: 0.3, tripleWeekday: 3 }

describe('swap', () => {
  /** 17:00 New York is 22:00 UTC until Sunday, March 10, 2024, and 21:00 UTC from that day. */
  const MARCH = [
    Date.UTC(2024, 2, 7, 22),
    Date.UTC(2024, 2, 8, 21),
    Date.UTC(2024, 2, 11, 21),
    Date.UTC(2024, 2, 12, 21),
    Date.UTC(2024, 2, 13, 21),
  ] as const

  it('charges swap at 17:00 New York across the start of daylight saving time and the triple Wednesday', () => {
    const { at, result } = runHeldOver(MARCH, PIPS)
    // Per night, the long pays 100,000 x 0.0001 x 0.7 = 7.00 and the short earns 50,000 x 0.0001 x 0.3 = 1.50.
    const nights = (count: number) => [expect.closeTo(7 * count, 6), expect.closeTo(-1.5 * count, 6)]
    const [thursday, , monday, tuesday, wednesday] = MARCH
    expect(at(thursday - MINUTE)).toEqual(nights(0))
    expect(at(thursday)).toEqual(nights(1))
    // Friday is still winter time: nothing happens at 21:00, its night is booked before Monday, and the weekend has
    // none.
    expect(at(Date.UTC(2024, 2, 8, 21, 1))).toEqual(nights(1))
    // Monday is daylight saving time: due at 21:00 UTC, an hour earlier.
    expect(at(monday - MINUTE)).toEqual(nights(2))
    expect(at(monday)).toEqual(nights(3))
    expect(at(tuesday)).toEqual(nights(4))
    expect(at(wednesday - MINUTE)).toEqual(nights(4))
    expect(at(wednesday)).toEqual(nights(7))
    // Seven nights: 49.00 paid, 10.50 earned, nothing else.
    expect(result.positions.map(({ swapCost, profit }) => [swapCost, profit])).toEqual([
      [49, -49],
      [-10.5, 10.5],
    ])
    expect(result.statistics).toMatchObject({ swapCost: 38.5, balance: 999_961.5, grossProfit: 0, profit: -38.5 })
  })

  it('charges swap at 17:00 New York across the end of daylight saving time', () => {
    const friday = Date.UTC(2024, 10, 1, 20)
    const monday = Date.UTC(2024, 10, 4, 21)
    const later = Date.UTC(2024, 10, 4, 22)
    const { at } = runHeldOver([friday, monday, later], { ...PIPS, tripleWeekday: null })
    // Friday, November 1, at 21:00 UTC, still in daylight saving time; Monday, November 4, at 22:00.
    expect(at(friday + MINUTE)).toEqual([0, 0])
    expect(at(monday - MINUTE)).toEqual([7, -1.5])
    expect(at(monday + MINUTE)).toEqual([7, -1.5])
    expect(at(later - MINUTE)).toEqual([7, -1.5])
    expect(at(later)).toEqual([14, -3])
  })

  it('charges no swap for a position opened at 17:00 exactly, but for one open a minute earlier', () => {
    const rollover = Date.UTC(2024, 0, 9, 22)
    const bars = barsAround([rollover], 1.1)
    const source = `let n = 0
      function onIntervalClose() { n += 1; if (n < 4) buy({ quantity: 100000 }) }`
    const changes = { start: rollover - 2 * MINUTE, end: rollover + 2 * MINUTE, swap: PIPS, initialBalance: 1e6 }
    const { positions } = runScript(source, bars, changes)
    expect(positions.map(({ openTime, swapCost }) => [openTime - rollover, swapCost])).toEqual([
      [-MINUTE, 7],
      [0, 0],
      [MINUTE, 0],
    ])
  })

  it('computes percentage swap with a year of 360 days, at the closing side of the quote', () => {
    const tuesday = Date.UTC(2024, 0, 9, 22)
    const swap: SwapSpec = { unit: 'percent', long: -3.6, short: 1.8, tripleWeekday: 2 }
    const { at } = runHeldOver([tuesday], swap, {}, 1.1, 0.0002)
    // Tuesday is the triple day here. 100,000 x 1.1 x 3.6% / 360 x 3 = 33.00 paid; 50,000 x 1.1002 x 1.8% / 360 x 3 =
    // 8.2515 earned.
    expect(at(tuesday)).toEqual([33, -8.2515])
  })

  it('converts swap into the account currency', () => {
    const tuesday = Date.UTC(2024, 0, 9, 22)
    const dollarYen = defineInstrument('USDJPY:TEST')
    const bars = barsAround([tuesday], 1.1)
    const run = runScript(
      HOLD,
      bars,
      {
        start: tuesday - 2 * MINUTE,
        end: tuesday + 2 * MINUTE,
        swap: PIPS,
        initialBalance: 1e8,
        accountCurrency: 'JPY',
        conversions: [dollarYen],
      },
      [{ instrumentId: dollarYen.id, columns: barsAround([tuesday], 150) }],
    )
    // 7.00 USD and 1.50 USD at 150.
    expect(run.positions.map(({ swapCost }) => swapCost)).toEqual([1050, -225])
    // A pip of the yen is 0.01: 100,000 x 0.01 x 0.7 = 700 JPY, 50,000 x 0.01 x 0.3 = 150 JPY, at 140.
    const own = runHeldOver([tuesday], PIPS, { instrument: dollarYen }, 140)
    expect(own.result.positions.map(({ swapCost }) => swapCost)).toEqual([5, -1.07142857])
  })

  it('splits swap between the parts of a position', () => {
    const tuesday = Date.UTC(2024, 0, 9, 22)
    const source = `let n = 0
      function onIntervalClose() { n += 1; if (n === 1) buy({ quantity: 100000 }); if (n === 3) closePosition(1, 40000) }`
    const { positions, statistics } = runScript(source, barsAround([tuesday], 1.1), {
      start: tuesday - 2 * MINUTE,
      end: tuesday + 2 * MINUTE,
      swap: PIPS,
    })
    // 7.00 for the night: 2.80 for the closed part, 4.20 for the rest.
    expect(positions.map(({ quantity, swapCost, profit }) => [quantity, swapCost, profit])).toEqual([
      [60_000, 4.2, -4.2],
      [40_000, 2.8, -2.8],
    ])
    expect(statistics).toMatchObject({ swapCost: 7, balance: 9993 })
  })

  it('charges swap every day in a market that never closes', () => {
    const instrument = defineInstrument('ETHUSD:TEST')
    const saturday = Date.UTC(2024, 0, 13, 22)
    const swap: SwapSpec = { unit: 'percent', long: -3.6, short: -3.6, tripleWeekday: null }
    const source = `let n = 0\nfunction onIntervalClose() { n += 1; if (n === 1) buy({ quantity: 1 }) }`
    const bars = barsAround([saturday, saturday + DAY], 2000)
    const { positions } = runScript(source, bars, {
      instrument,
      swap,
      start: saturday - 2 * MINUTE,
      end: saturday + DAY + 2 * MINUTE,
    })
    // 2,000 x 3.6% / 360 = 0.20 per night, on Saturday and Sunday.
    expect(positions[0]?.swapCost).toBe(0.4)
  })

  it('uses the swap rates of the day in New York until the next known ones', () => {
    const [thursday, , monday, tuesday] = MARCH
    const rates = [
      [Date.UTC(2024, 2, 8), -1, 0],
      [Date.UTC(2024, 2, 12), 2, -3],
    ] as const
    const { at } = runHeldOver(MARCH, { ...PIPS, tripleWeekday: null, rates })
    // Thursday uses the constant rates, Friday and Monday those of Friday, Tuesday and Wednesday those of Tuesday.
    expect(at(thursday)).toEqual([expect.closeTo(7, 6), expect.closeTo(-1.5, 6)])
    expect(at(monday - MINUTE)).toEqual([expect.closeTo(17, 6), expect.closeTo(-1.5, 6)])
    expect(at(monday)).toEqual([expect.closeTo(27, 6), expect.closeTo(-1.5, 6)])
    expect(at(tuesday)).toEqual([expect.closeTo(7, 6), expect.closeTo(13.5, 6)])
  })

  it.each([
    [[[Date.UTC(2024, 2, 8) + 1, 0, 0]], /ascend by day/],
    [
      [
        [Date.UTC(2024, 2, 8), 0, 0],
        [Date.UTC(2024, 2, 8), 0, 0],
      ],
      /ascend by day/,
    ],
    [[[Date.UTC(2024, 2, 8), Number.NaN, 0]], /must be a number/],
  ] as const)('rejects invalid days (%#)', (rates, message) => {
    expect(() => runHeldOver(MARCH, { ...PIPS, rates: rates as unknown as NonNullable<SwapSpec['rates']> })).toThrow(
      message,
    )
  })

  it('is part of equity, drawdown and the last day when it is due after the last price', () => {
    const bars = minuteBars(Array.from({ length: 3 }, (): Candle => [1.1, 1.1, 1.1, 1.1]))
    const friday = Date.UTC(2024, 2, 15)
    for (const at of bars.time.keys()) bars.time[at] = friday + 20 * 60 * MINUTE + at * MINUTE
    const hold = 'let n = 0\nfunction onIntervalClose() { n += 1; if (n === 1) buy({ quantity: 100000 }) }'
    const swap: SwapSpec = { unit: 'pips', long: -50, short: 2, tripleWeekday: 3 }
    const result = runScript(hold, bars, { start: friday, end: friday + DAY, swap, initialBalance: 10_000 })
    expect(result.statistics).toMatchObject({
      equity: 9_500,
      balance: 9_500,
      maxDrawdown: 500,
      maxDrawdownPercentage: 5,
    })
    expect(result.equityCurve.equity.at(-1)).toBe(9_500)
    expect(result.equityCurve.balance.at(-1)).toBe(9_500)
    expect(result.statistics.averageDailyReturn).toBeCloseTo(-5, 10)
    expect(result.metrics['recoveryFactor']?.value).toBe(-1)
  })
})
