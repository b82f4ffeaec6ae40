import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { type Candle, MINUTE, minuteBars, runScript } from '../../run.fixture.ts'

/** The forex week ends on Friday 17:00 New York, 22:00 UTC in winter. */
const FRIDAY = Date.UTC(2024, 0, 12, 22)
const SUNDAY = Date.UTC(2024, 0, 14, 22)
const OVER = { start: FRIDAY - 60 * MINUTE, end: SUNDAY + 60 * MINUTE }

function barsAt(rows: readonly (readonly [time: number, price: number])[]) {
  const bars = minuteBars(rows.map(([, price]): Candle => [price, price, price, price]))
  for (const [at, [time]] of rows.entries()) bars.time[at] = time
  return bars
}

const WEEKEND = barsAt([
  [FRIDAY - 2 * MINUTE, 1.1],
  [FRIDAY - MINUTE, 1.101],
  [SUNDAY, 1.11],
  [SUNDAY + MINUTE, 1.111],
])

const at = (time: number, action: string) => `if (now() === ${time}) { ${action} }`

describe('closed markets', () => {
  it('accepts orders at the closing time and fills them at the first price of the next week', () => {
    const source = `function onIntervalClose() { ${at(FRIDAY, 'buy({ quantity: 1000 })')} }`
    const { orders, closedRows } = runScript(source, WEEKEND, OVER)
    expect(orders[0]).toMatchObject({ time: FRIDAY, status: 'FILLED', fillPrice: 1.11, fillTime: SUNDAY })
    expect(closedRows).toBe(0)
  })

  it('rejects market, closing and immediate orders after hours and keeps working orders', () => {
    // Friday's daily bar ends at midnight UTC, when nothing is traded.
    const saturday = FRIDAY + 120 * MINUTE
    const source = `
      every('D1', () => { ${at(
        saturday,
        `buy({ quantity: 1000 }); closePosition(1); buy({ quantity: 1000, limitPrice: 1.2, timeInForce: 'IOC' })
         buy({ quantity: 1000, limitPrice: 1.105 }); buy({ quantity: 1000, stopPrice: 1.1105, timeInForce: 'GTC' })`,
      )} })
      function onIntervalClose() { ${at(FRIDAY - MINUTE, 'buy({ quantity: 1000 })')} }
      function onOrder(order) { if (order.status === 'REJECTED') log(order.id, order.reason) }`
    const bars = barsAt([
      [FRIDAY - 2 * MINUTE, 1.1],
      [FRIDAY - MINUTE, 1.101],
      // A source that keeps quoting.
      [FRIDAY + 30 * MINUTE, 1.2],
      [SUNDAY, 1.11],
      [SUNDAY + MINUTE, 1.111],
    ])
    const { orders, log, closedRows, warnings, positions } = runScript(source, bars, OVER)
    expect(closedRows).toBe(1)
    expect(warnings).toContain('Left out because the market was closed: 1 bar')
    expect(orders.map(({ status, fillPrice }) => [status, fillPrice])).toEqual([
      ['FILLED', 1.101],
      ['REJECTED', null],
      ['REJECTED', null],
      ['REJECTED', null],
      ['NEW', null],
      ['FILLED', 1.111],
    ])
    const told = log.filter(({ level }) => level === 'info').map(({ message }) => message)
    expect(told).toEqual(['2 market closed', '3 market closed', '4 market closed'])
    expect(log.filter(({ level }) => level === 'warning')[0]?.message).toBe('Order 2 refused: market closed')
    expect(positions[0]?.status).toBe('OPEN')
  })

  it('ignores rows outside trading hours in bars, fills and equity', () => {
    const bars = barsAt([
      [FRIDAY - MINUTE, 1.1],
      // The exact time of the close belongs to the closed hours, and so does the last moment before the open.
      [FRIDAY, 1.5],
      [SUNDAY - MINUTE, 0.5],
      [SUNDAY, 1.11],
    ])
    const source =
      'function onIntervalClose(bar) { log(bar.time, bar.high, bar.low) }\nfunction onTick(tick) { log(tick.bid) }'
    const { log, closedRows } = runScript(source, bars, OVER)
    expect(closedRows).toBe(2)
    expect(log.some(({ message }) => message.includes('1.5') || message.includes('0.5'))).toBe(false)
    expect(log.map(({ message }) => message)).toContain(`${FRIDAY - MINUTE} 1.1 1.1`)
  })

  it('respects holidays', () => {
    const noon = Date.UTC(2024, 0, 10, 12)
    const bars = barsAt(Array.from({ length: 10 }, (_, row) => [noon + row * MINUTE, 1.1 + row / 1000] as const))
    const closures = [{ from: noon + 3 * MINUTE, to: noon + 6 * MINUTE }]
    const source = `let n = 0
      function onIntervalClose() { n += 1; if (n === 3 || n === 4) buy({ quantity: 1000 }) }`
    const {
      orders,
      closedRows,
      bars: count,
    } = runScript(source, bars, { start: noon, end: noon + 20 * MINUTE, closures })
    expect(closedRows).toBe(3)
    expect(count).toBe(7)
    // Bar 3 ends as the closure begins: filled as it ends. Bar 4 is the one after the closure.
    expect(orders.map(({ time, fillTime }) => [time - noon, (fillTime ?? 0) - noon])).toEqual([
      [3 * MINUTE, 6 * MINUTE],
      [7 * MINUTE, 7 * MINUTE],
    ])
  })

  it('never closes crypto markets', () => {
    const source = `let n = 0\nfunction onIntervalClose() { n += 1; if (n === 1) buy({ quantity: 1 }) }`
    const saturday = Date.UTC(2024, 0, 13, 12)
    const bars = barsAt([0, 1, 2].map((row) => [saturday + row * MINUTE, 2000] as const))
    const changes = { instrument: defineInstrument('ETHUSD:TEST'), start: saturday, end: saturday + 10 * MINUTE }
    const { orders, closedRows } = runScript(source, bars, changes)
    expect([orders[0]?.status, closedRows]).toEqual(['FILLED', 0])
  })
})
