import { type Fault, type BitfinexLab, LabClock, startBitfinexLab } from '@tradeloom/venue-lab'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Listener, listener } from '../../conformance/listener.fixture.ts'
import { bookOf } from '../../conformance/market-run.fixture.ts'
import { settle, watchWire } from '../../conformance/watch-wire.fixture.ts'
import type { FeedKind } from '../../ports/market-feed.ts'
import { BitfinexFeed } from './bitfinex-feed.ts'
import { commandOf } from './lab-commands.fixture.ts'
import { labBook } from './lab-market.fixture.ts'

const NOON = Date.UTC(2026, 10, 25, 12)
const BTCUSD = 'BTCUSD:BITFINEX'
const STEP_MS = 1_000

interface Run {
  readonly lab: BitfinexLab
  readonly feed: BitfinexFeed
  advance(ms: number): Promise<void>
  heard(kind: FeedKind, instrumentId?: string): Listener
}

async function start(
  faults: readonly Fault[] = [],
  pairs?: Parameters<typeof startBitfinexLab>[0]['pairs'],
): Promise<Run> {
  const clock = new LabClock(NOON)
  const books = { BTCUSD: labBook(NOON, STEP_MS), BTCUST: labBook(NOON, STEP_MS) }
  const lab = await startBitfinexLab({ clock, books, faults, ...(pairs ? { pairs } : {}) })
  lab.markets.follow('tBTCUSD', NOON + STEP_MS, STEP_MS, (time) => ({ levels: labBook(time, STEP_MS), trade: 60_000 }))
  const wire = watchWire(commandOf)
  const feed = new BitfinexFeed({ clock, urls: lab, openSocket: wire.openSocket, fetch: wire.fetch })
  onTestFinished(async () => {
    feed.close()
    await lab.stop()
  })
  await feed.instruments()
  return {
    lab,
    feed,
    advance: async (ms) => {
      for (const end = clock.now() + ms; clock.now() < end;) {
        clock.advanceTo(Math.min(end, clock.now() + 500))
        await settle(lab, wire)
      }
    },
    heard: (kind, instrumentId = BTCUSD) => {
      const all = listener()
      feed.open(kind, instrumentId, all.sink)
      return all
    },
  }
}

describe('the list of pairs', () => {
  it('has the names that others use, five digits of prices, and no contracts', async () => {
    const { lab, feed } = await start()
    lab.markets.replace('tDOGE:USD', [
      [0.083215, 1, 100],
      [0.083225, 1, -100],
    ])
    const listed = await feed.instruments()
    expect(listed.map(({ id }) => id)).toEqual([BTCUSD, 'BTCUSDT:BITFINEX', 'DOGEUSD:BITFINEX'])
    expect(listed.map((one) => [one.quoteStep, one.quotePrecision, one.lotSize, one.minQuantity])).toEqual([
      [1, 0, 1e-8, 0.00002],
      [1, 0, 1e-8, 0.00004],
      [0.000001, 6, 1e-8, 22],
    ])
    expect(listed.map(({ accounts }) => accounts)).toEqual([['spot', 'netting'], ['spot', 'netting'], ['spot']])
  })
})

describe('the channels', () => {
  it('are no more than 25 on one connection', async () => {
    const pairs = Array.from({ length: 30 }, (_, at) => {
      const base = `C${String.fromCharCode(65 + at / 5)}${String.fromCharCode(65 + (at % 5))}`
      return { pair: `${base}USD`, base, quote: 'USD', minimum: '1', maximum: '100', initialMargin: null }
    })
    const bitcoin = { pair: 'BTCUSD', base: 'BTC', quote: 'USD', minimum: '1', maximum: '100', initialMargin: null }
    const { lab, advance, heard } = await start([], [...pairs, bitcoin])
    for (const { pair } of pairs) heard('trade', `${pair}:BITFINEX`)
    await advance(10_000)
    expect([lab.channels.count(), lab.sockets.accepted.channels]).toEqual([30, 2])
  })

  it('pass on each trade once, although the venue tells it twice', async () => {
    const { advance, heard } = await start()
    const { messages, of, dropped } = heard('trade')
    await advance(5_000)
    const trades = of('trades').flatMap((one) => one.trades)
    expect(trades.map(({ side, price, quantity }) => [side, price, quantity])).toEqual(
      Array.from({ length: 5 }, () => ['SELL', 60_000, 0.001]),
    )
    expect([messages.length, dropped]).toEqual([5, []])
  })

  it('start over when a message is missing, and when the venue says that it restarts', async () => {
    for (const happens of ['a lost message', 'a restart', 'the end of maintenance']) {
      const { lab, advance, heard } = await start()
      const { states } = heard('quote')
      await advance(2_000)
      if (happens === 'a lost message') lab.faults.add({ when: { message: 'ticker' }, do: 'drop' })
      else lab.channels.announce(happens === 'a restart' ? 20_051 : 20_061)
      await advance(10_000)
      expect([happens, states]).toEqual([happens, ['connecting', 'live', 'backoff', 'connecting', 'live']])
      expect(lab.sockets.accepted.channels).toBe(2)
    }
  })

  it('are not requested during maintenance', async () => {
    const { lab, advance, heard } = await start()
    heard('quote')
    await advance(1_000)
    lab.channels.announce(20_060)
    await advance(500)
    heard('trade')
    await advance(10_000)
    expect(lab.channels.count('trades')).toBe(0)
    lab.channels.announce(20_061)
    await advance(10_000)
    expect([lab.channels.count('trades'), lab.channels.count('ticker')]).toEqual([1, 1])
  })
})

describe('the book', () => {
  it('is read anew when it is not what the venue says that it is', async () => {
    const { lab, advance, heard } = await start()
    const { of, states } = heard('book')
    await advance(3_000)
    // A level is gone of which nobody was told.
    lab.channels.isSilentOnEnds = true
    await advance(1_500)
    lab.channels.isSilentOnEnds = false
    await advance(10_000)
    expect(of('book-snapshot').length).toBe(2)
    expect(states).toEqual(['connecting', 'live', 'backoff', 'connecting', 'live'])
  })

  it('is checked by the text of numbers, however small they are', async () => {
    const { lab, advance, heard } = await start()
    const small = (shift: number): [number, number, number][] =>
      Array.from({ length: 30 }, (_, rank) => [
        [Number(`${500 - rank + shift}e-9`), 1, 1_000.5 + rank],
        [Number(`${501 + rank + shift}e-9`), 1, -0.0000005],
      ]).flat() as [number, number, number][]
    lab.markets.replace('tDOGE:USD', small(0))
    const doge = heard('book', 'DOGEUSD:BITFINEX')
    await advance(1_000)
    lab.markets.replace('tDOGE:USD', small(3))
    await advance(1_000)
    expect(doge.states).toEqual(['connecting', 'live'])
    expect(bookOf(doge).bids[0]).toEqual({ price: 0.000000503, quantity: 1_000.5 })
  })
})
