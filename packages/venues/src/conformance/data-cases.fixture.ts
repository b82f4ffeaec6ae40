import { expect } from 'vitest'
import type { ConformanceCases } from './conformance-cases.fixture.ts'
import { listener } from './listener.fixture.ts'
import { bookOf, HOUR, MINUTE, minutesOf, NOON, started } from './market-run.fixture.ts'
import type { MarketLab } from './venue-lab.ts'

/** Of candles, books, trades, the ticker of a day, and what perpetuals have beside it. */
export const DATA_CASES: ConformanceCases<MarketLab> = {
  'has finished minutes in pages, without the forming one, that are those of its quotes': async (lab) => {
    const start = Math.ceil(NOON / MINUTE) * MINUTE
    const running = await started(lab)
    await running.advanceTo(NOON + HOUR)
    const minutes = await minutesOf(running, lab.instrumentId, start, NOON + 2 * HOUR)
    expect(minutes.length).toBeGreaterThan(50)
    expect(minutes.at(-1)?.[0]).toBe(Math.floor((NOON + HOUR) / MINUTE) * MINUTE - MINUTE)
    for (const [time = 0, ...prices] of minutes) {
      const bids = running.quotes().flatMap((one) => (one.time >= time && one.time < time + MINUTE ? [one.bid] : []))
      expect(prices).toEqual([bids[0], Math.max(...bids), Math.min(...bids), bids.at(-1)])
    }
  },

  'keeps the book of changes equal to the snapshot of a new subscription, also after lost changes': async (lab) => {
    const running = await started(lab, { kind: 'book', faults: [{ when: { probability: 0.03 }, do: 'drop' }] })
    await running.advanceTo(NOON + 20 * MINUTE)
    const { snapshots, ...book } = bookOf(running)
    expect([snapshots > 1, book.bids.length, book.asks.length]).toEqual([true, 50, 50])
    expect(running.dropped).toContain('sequence')
    // Somebody who joins, and somebody who subscribes at the time of the last change, see the same book.
    const last = running.messages.findLast(({ kind }) => kind === 'book-delta' || kind === 'book-snapshot')
    const joined = listener()
    running.feed.open('book', lab.instrumentId, joined.sink)
    expect(joined.of('book-snapshot')[0]).toMatchObject(book)
    const fresh = await started(lab, { kind: 'book', now: last?.time ?? NOON })
    await fresh.advanceTo(fresh.now())
    expect(fresh.of('book-snapshot')[0]).toMatchObject(book)
  },

  'has trades at its prices, each once and with an id': async (lab) => {
    const running = await started(lab, { kind: 'trade', faults: [{ when: { message: 30 }, do: 'close' }] })
    await running.advanceTo(NOON + HOUR)
    const trades = running.of('trades').flatMap((message) => message.trades)
    expect(trades.length).toBeGreaterThan(100)
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
    for (const { price, quantity } of trades) expect(price > 0 && quantity > 0).toBe(true)
  },

  'has the last 24 hours in its ticker': async (lab) => {
    const running = await started(lab, { kind: 'ticker' })
    await running.advanceTo(NOON + MINUTE)
    const ticker = running.of('ticker').at(-1)
    if (ticker === undefined) throw new Error('a ticker is expected')
    const end = Math.floor(ticker.time / MINUTE) * MINUTE
    const minutes = await minutesOf(running, lab.instrumentId, end - 24 * HOUR, end)
    expect(ticker.high).toBeGreaterThanOrEqual(Math.max(...minutes.map(([, , high = 0]) => high)))
    expect(ticker.low).toBeLessThanOrEqual(Math.min(...minutes.map(([, , , low = Infinity]) => low)))
    expect(Math.sign(ticker.priceChangePercent)).toBe(Math.sign(ticker.priceChange))
    expect(ticker.volume).toBeGreaterThan(0)
  },

  'has the mark price of a perpetual, and when which funding is paid': async (lab) => {
    const running = await started(lab, { kind: 'mark' })
    const quotes = listener()
    running.feed.open('quote', lab.instrumentId, quotes.sink)
    await running.advanceTo(NOON + MINUTE)
    const marks = running.of('mark')
    expect(marks.length).toBeGreaterThan(10)
    const quote = quotes.of('quote').at(-1)
    if (quote === undefined) throw new Error('a quote is expected')
    for (const { time, markPrice, fundingRate, nextFundingTime } of marks) {
      expect(Math.abs(markPrice / quote.bid - 1)).toBeLessThan(0.1)
      expect(Math.abs(fundingRate)).toBeLessThan(0.05)
      expect(nextFundingTime - time).toSatisfy((ms: number) => ms > 0 && ms <= 8 * HOUR)
    }
  },
}
