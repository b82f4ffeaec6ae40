import { describe, expect, it } from 'vitest'

import { defineInstrument } from '@tradeloom/domain'

import { atBars, type Candle, MINUTE, minuteBars, MONDAY, runScript, still } from '../run.fixture.ts'

/** Everything that a script can read when it is notified of a position. */
const LOOK = `log(JSON.stringify([now(), position, account.balance, account.equity, bars('M1').forming, bars('M1').high()]))`

/** What the script saw by the third of the four prices of bar 3, for a given close of that bar. */
function told(handler: string, close: number, rest: Candle) {
  const order = 'buy({ quantity: 1000, stopLoss: 1.099, takeProfit: 1.12 })'
  const source = atBars({ 1: order }, `bars('M1')\nfunction ${handler}(position) { ${LOOK} }`)
  const bars = minuteBars([...still(1.1, 1.1), [1.1, 1.101, 1.098, close], rest])
  return runScript(source, bars, { path: 'olhc' }).log.map(({ message }) => message)
}

describe('what a script can see', () => {
  it('contains nothing of the rest of the bar that closes a position', () => {
    const closed = told('onPositionClosed', 1.1005, [1.2, 1.3, 1.1, 1.2])
    expect(closed).toHaveLength(1)
    expect(told('onPositionClosed', 1.0985, [0.9, 1, 0.8, 0.9])).toEqual(closed)
    const [time, position, , , forming] = JSON.parse(closed[0] as string) as [
      number,
      Record<string, unknown>,
      0,
      0,
      Candle,
    ]
    expect(time).toBe(MONDAY + 2 * MINUTE + MINUTE / 3)
    // The high of the bar comes later on this path.
    expect(forming).toMatchObject({ high: 1.1 })
    // The extremes of the position are only reported with the result.
    for (const name of ['mae', 'mfe', 'maePips', 'mfePips', 'ambiguous', 'profitInterval'])
      expect(position).not.toHaveProperty(name)
  })

  it('contains nothing of the bar that opens a position but its open', () => {
    const opened = (bar: Candle) => {
      const source = atBars(
        { 1: 'buy({ quantity: 1000 })' },
        `bars('M1')\nfunction onPositionOpened(position) { ${LOOK} }`,
      )
      return runScript(source, minuteBars([...still(1.1), bar])).log.map(({ message }) => message)
    }
    expect(opened([1.1, 1.2, 1, 1.15])).toEqual(opened([1.1, 1.1, 1.1, 1.1]))
  })

  it('converts without future prices', () => {
    // The dollar doubles over the weekend; Friday's last bar must not reflect it.
    const friday = Date.UTC(2024, 0, 12, 21, 50)
    const sunday = Date.UTC(2024, 0, 14, 22)
    const bars = (prices: readonly [number, number]) => {
      const columns = minuteBars(still(...Array.from({ length: 15 }, (_, row) => prices[row < 10 ? 0 : 1])))
      for (let row = 0; row < 15; row++)
        columns.time[row] = row < 10 ? friday + row * MINUTE : sunday + (row - 10) * MINUTE
      return columns
    }
    const traded = bars([160, 160])
    for (let row = 5; row < 10; row++) {
      for (const column of [
        'bidOpen',
        'bidHigh',
        'bidLow',
        'bidClose',
        'askOpen',
        'askHigh',
        'askLow',
        'askClose',
      ] as const) {
        traded[column][row] = 161
      }
    }
    const yen = defineInstrument('USDJPY:TEST')
    const changes = {
      instrument: defineInstrument('EURJPY:TEST'),
      conversions: [yen],
      start: friday,
      end: sunday + 60 * MINUTE,
      initialBalance: 1e5,
      swap: { unit: 'pips', long: -1, short: 0, tripleWeekday: null },
    } as const
    const source = atBars({ 1: 'buy({ quantity: 100000 })', 10: 'log(now(), account.unrealizedProfit)' })
    const run = (monday: number) =>
      runScript(source, traded, changes, [{ instrumentId: yen.id, columns: bars([100, monday]) }])
    // A profit of 100,000 yen at 100; one night of swap is 1,000 yen, 10.00 dollars.
    expect(run(200).log[0]?.message).toBe(`${friday + 10 * MINUTE} 1000`)
    expect(run(200).positions[0]?.swapCost).toBe(10)
    expect(run(50).positions[0]?.swapCost).toBe(10)
  })

  it('calls handlers before the next tick, in the order of events', () => {
    const source = atBars(
      { 1: 'buy({ quantity: 1000, limitPrice: 1.0995, stopLoss: 1.099 })' },
      `function onOrder(order) { log('order', order.status, now()) }
       function onPositionOpened() { log('opened', positions.count) }
       function onPositionClosed(position) { log('closed', position.closePrice, positions.count) }`,
    )
    const { log } = runScript(source, minuteBars([...still(1.1, 1.1), [1.1, 1.1, 1.098, 1.1]]), { path: 'olhc' })
    expect(log.map(({ message }) => message)).toEqual([
      `order FILLED ${MONDAY + 2 * MINUTE + MINUTE / 3}`,
      'opened 0',
      'closed 1.099 0',
    ])
  })
})
