import { TICK_FLAGS, type TickRow } from '@tradeloom/market-data/ticks'
import { describe, expect, it } from 'vitest'
import { CountedPrices } from './counted-prices.ts'

const AT = Date.UTC(2026, 10, 27, 12)
const USUAL = 60_000
const WRONG = 54_000

/** One of 60,000, then wrong ones for a while, of which the first is at 0 ms, then 60,000 again. */
function quotes(everyMs: number, wrongMs: number, wrong = WRONG): TickRow[] {
  const rows: TickRow[] = []
  const add = (ms: number, bid: number, flags: number): void => {
    const at = AT + ms
    rows.push({ sequence: rows.length, time: at, receivedAt: at, bid, ask: bid + 1, flags })
  }
  add(-everyMs, USUAL, 0)
  for (let ms = 0; ms < wrongMs; ms += everyMs) add(ms, wrong, TICK_FLAGS.spike)
  add(wrongMs, USUAL, 0)
  return rows
}

/** Whether a long position with a stop far below was closed. Looks at each quote as it comes, or later at all of them at once. */
function isSold(rows: readonly TickRow[], atOnce = false): boolean {
  const counted = new CountedPrices('LONG', -1)
  const found = atOnce
    ? counted.take(rows, AT + 10_000)
    : rows.flatMap((row, at) => counted.take([row], rows[at + 1] === undefined ? AT + 10_000 : null))
  return found.some(({ price }) => price <= 59_000)
}

describe('a stop that is held here', () => {
  it.each([
    [10, 100, false],
    [10, 400, false],
    [10, 900, true],
    [1_000, 100, false],
    [1_000, 400, false],
    [1_000, 900, false],
    [20_000, 100, false],
    [20_000, 900, false],
  ])('with quotes every %d ms, of which those of %d ms are wrong, is reached: %s', (everyMs, wrongMs, expected) => {
    const rows = quotes(everyMs, wrongMs)
    expect([isSold(rows), isSold(rows, true)]).toEqual([expected, expected])
  })

  it('is reached by a price that is not back, a second after it came alone and half a second if another agrees', () => {
    const [usual, wrong] = quotes(1_000, 400) as [TickRow, TickRow]
    const alone = new CountedPrices('LONG', -1)
    expect(alone.take([usual, wrong], AT + 999).map(({ price }) => price)).toEqual([USUAL])
    expect([alone.isInDoubt, alone.row, alone.read]).toEqual([true, 0, 1])
    expect(alone.take([], AT + 1_000)).toEqual([{ price: WRONG, ahead: WRONG, at: AT, row: 0 }])
    const second = { ...wrong, sequence: 2, receivedAt: AT + 300 }
    const agreed = (until: number) => new CountedPrices('LONG', -1).take([usual, wrong, second], until).length
    expect([agreed(AT + 499), agreed(AT + 500)]).toEqual([1, 2])
  })

  it('that trails does not follow a price that is back at once, in either direction', () => {
    const ahead = (direction: 'LONG' | 'SHORT', wrong: number) =>
      new CountedPrices(direction, -1).take(quotes(1_000, 400, wrong), AT + 10_000).map((one) => one.ahead)
    expect(ahead('LONG', 66_000)).toEqual([USUAL, USUAL])
    expect(ahead('SHORT', WRONG)).toEqual([USUAL + 1, USUAL + 1])
  })

  it('does not see rows that repeat a price or of a closed market', () => {
    const [usual] = quotes(1_000, 0) as [TickRow]
    const counted = new CountedPrices('LONG', -1)
    const rows = [TICK_FLAGS.heartbeat, TICK_FLAGS.closed].map((flags, sequence) => ({ ...usual, flags, sequence }))
    expect([counted.take(rows, AT), counted.row]).toEqual([[], 1])
  })
})
