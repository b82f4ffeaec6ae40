import { BAR_COLUMNS, defineInstrument, type TickColumns } from '@tradeloom/domain'
import {
  simulateBars,
  SIMULATED,
  SIMULATED_ELSEWHERE,
  simulateTicks,
  type SimulatedProfile,
} from '@tradeloom/simulation'
import { expect, it } from 'vitest'
import { listener } from '../../conformance/listener.fixture.ts'
import type { QuoteMessage } from '../../ports/market-feed.ts'
import { NEVER_CLOSED_URLS } from '../../wire/never-closed.ts'
import { VirtualClock } from '../../wire/virtual-clock.ts'
import { adapters } from './adapter.ts'
import { SimulatedFeed } from './simulated-feed.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const MONDAY = Date.UTC(2026, 10, 23)

function quotesOf(profile: SimulatedProfile, from: number, to: number): readonly QuoteMessage[] {
  const clock = new VirtualClock(from)
  const feed = new SimulatedFeed({ clock, profiles: [profile] })
  const heard = listener()
  feed.open('quote', profile.id, heard.sink)
  clock.advanceTo(to - 1)
  feed.close()
  return heard.of('quote')
}

const ticksOf = (quotes: readonly QuoteMessage[]): TickColumns => ({
  kind: 'tick',
  time: Float64Array.from(quotes, ({ time }) => time),
  bid: Float64Array.from(quotes, ({ bid }) => bid),
  ask: Float64Array.from(quotes, ({ ask }) => ask),
})

it.each(SIMULATED)(
  'quotes each tick of the stored market once in 24 hours, which make exactly its minutes: $id',
  (profile) => {
    const bars = simulateBars(profile, defineInstrument(profile.id), MONDAY, MONDAY + DAY)
    const stored = simulateTicks(profile, defineInstrument(profile.id), bars)
    // The first message is the newest quote from before midnight.
    const quotes = ticksOf(quotesOf(profile, MONDAY, MONDAY + DAY).filter(({ time }) => time >= MONDAY))
    expect(quotes).toEqual(stored)
    expect(barsOf(quotes)).toEqual(Array.from(bars.time, (_, row) => BAR_COLUMNS.map((name) => bars[name][row])))
  },
)

it.each(SIMULATED)('states quantities of orders and trades as they are printed, on the lot: $id', (profile) => {
  const clock = new VirtualClock(MONDAY)
  const feed = new SimulatedFeed({ clock, profiles: [profile] })
  const heard = listener()
  feed.open('book', profile.id, heard.sink)
  feed.open('trade', profile.id, heard.sink)
  clock.advanceTo(MONDAY + MINUTE)
  feed.close()
  const quantities = [
    ...heard.of('book-snapshot').flatMap(({ bids, asks }) => [...bids, ...asks]),
    ...heard.of('book-delta').flatMap(({ changes }) => changes),
    ...heard.of('trades').flatMap(({ trades }) => trades),
  ].map(({ quantity }) => quantity)
  expect(quantities.length).toBeGreaterThan(100)
  expect(quantities.filter((quantity) => `${quantity}`.replace(/^0\.0*|\./g, '').length > 12)).toEqual([])
})

it('charges fees on coins, and nothing beyond the spread on currencies', async () => {
  const feed = new SimulatedFeed({ clock: new VirtualClock(MONDAY), profiles: [...SIMULATED, ...SIMULATED_ELSEWHERE] })
  const fees = (await feed.instruments()).map(({ id, commission }) => [
    id,
    commission.makerPercent,
    commission.takerPercent,
  ])
  feed.close()
  expect(fees).toContainEqual(['EURUSD:SIM', 0, 0])
  expect(fees).toContainEqual(['BTCUSDT:SIM', 0.02, 0.05])
  expect(fees).toContainEqual(['ETHUSDT:SIM2', 0.02, 0.05])
})

it('quotes the same on two connections, whenever they begin', () => {
  const profile = SIMULATED[0] as SimulatedProfile
  const since = MONDAY + 10 * MINUTE
  const late = (from: number) => quotesOf(profile, from, MONDAY + 60 * MINUTE).filter(({ time }) => time >= since)
  expect(late(MONDAY + 9 * MINUTE + 777)).toEqual(late(MONDAY))
  expect(late(MONDAY).length).toBeGreaterThan(100)
})

const venuesOf = (at: number) =>
  [SIMULATED[at], SIMULATED_ELSEWHERE[at]].map((profile) =>
    ticksOf(quotesOf(profile as SimulatedProfile, MONDAY + 60_000, MONDAY + DAY)),
  ) as [TickColumns, TickColumns]

/** The times at which the bid of one market is above the ask of the other, each with the best percent, whoever sells. */
function crossings([one, two]: [TickColumns, TickColumns]): { readonly from: number; to: number; percent: number }[] {
  const times = [...new Set([...one.time, ...two.time])].toSorted((a, b) => a - b)
  const found: { from: number; to: number; percent: number }[] = []
  let [first, second, isOpen] = [0, 0, false]
  for (const time of times) {
    while ((one.time[first + 1] ?? Infinity) <= time) first += 1
    while ((two.time[second + 1] ?? Infinity) <= time) second += 1
    const gain = (seller: TickColumns, row: number, buyer: TickColumns, of: number) =>
      ((seller.bid[row] as number) / (buyer.ask[of] as number) - 1) * 100
    const percent = Math.max(gain(one, first, two, second), gain(two, second, one, first))
    const last = found.at(-1)
    if (isOpen && last) last.to = time
    if (percent > 0 && !isOpen) found.push({ from: time, to: time, percent })
    if (percent > 0 && isOpen && last) last.percent = Math.max(last.percent, percent)
    isOpen = percent > 0
  }
  return found
}

it('quotes wider at the second venue, and for 2 s every few minutes beyond the first one, once in five above the fees', () => {
  const [one, two] = venuesOf(3)
  const spread = ({ bid, ask }: TickColumns) =>
    ask.reduce((sum, price, row) => sum + price - (bid[row] ?? 0), 0) / ask.length
  expect(spread(two)).toBeGreaterThan(1.2 * spread(one))
  const found = crossings([one, two])
  expect(DAY / MINUTE / found.length).toBeCloseTo(3, 0)
  expect([...new Set(found.map(({ from, to }) => to - from))]).toEqual([2_000])
  const fees = 2 * 0.05
  expect(found.filter(({ percent }) => percent > fees).length / found.length).toBeCloseTo(0.2, 1)
  expect(crossings(venuesOf(0))).toEqual([])
})

it('has candles of the second venue that are made of its ticks, surprises included', async () => {
  const profile = SIMULATED_ELSEWHERE[4] as SimulatedProfile
  const ticks = ticksOf(quotesOf(profile, MONDAY, MONDAY + DAY).filter(({ time }) => time >= MONDAY))
  const candles: number[][] = []
  const feed = new SimulatedFeed({ clock: new VirtualClock(MONDAY + DAY), profiles: [profile] })
  for await (const page of feed.candles(profile.id, MONDAY, MONDAY + DAY)) {
    candles.push(...Array.from(page.time, (_, row) => BAR_COLUMNS.map((name) => page[name][row] as number)))
  }
  expect(barsOf(ticks)).toEqual(candles)
})

it('counts the running minute in the last 24 hours', () => {
  const profile = SIMULATED[0] as SimulatedProfile
  const clock = new VirtualClock(MONDAY + DAY)
  const feed = new SimulatedFeed({ clock, profiles: [profile] })
  const [tickers, quotes] = [listener(), listener()]
  feed.open('ticker', profile.id, tickers.sink)
  feed.open('quote', profile.id, quotes.sink)
  clock.advanceTo(MONDAY + DAY + 3 * MINUTE)
  const instrument = defineInstrument(profile.id)
  const ticks = simulateTicks(profile, instrument, simulateBars(profile, instrument, MONDAY, MONDAY + 2 * DAY))
  expect(tickers.of('ticker')).toHaveLength(180)
  for (const { time, high, low, volume, priceChange } of tickers.of('ticker')) {
    const start = Math.floor(time / MINUTE) * MINUTE - DAY
    const bids = ticks.bid.subarray(
      ticks.time.findIndex((one) => one >= start),
      ticks.time.findLastIndex((one) => one <= time) + 1,
    )
    expect([high, low, volume]).toEqual([Math.max(...bids), Math.min(...bids), bids.length])
    expect(priceChange).toBeCloseTo((bids.at(-1) ?? NaN) - (bids[0] ?? NaN), 8)
  }
})

it.each([
  ['nowhere', {}, false],
  ['at the address that never closes', NEVER_CLOSED_URLS.SIM, true],
])('trades currencies on a Saturday %s', async (_, urls, isOpen) => {
  const clock = new VirtualClock(MONDAY + 5 * DAY + DAY / 2)
  const feed = adapters.find(({ id }) => id === 'SIM')?.openFeed?.({ clock, urls })
  const listed = await feed?.instruments()
  expect(listed?.find(({ id }) => id === 'EURUSD:SIM')?.tradingOpen).toBe(isOpen)
  const heard = listener()
  feed?.open('quote', 'EURUSD:SIM', heard.sink)
  clock.advanceTo(clock.now() + MINUTE)
  feed?.close()
  // The first one is the newest from before.
  expect(heard.of('quote').length > 1).toBe(isOpen)
})

it('has no candles of a weekend', async () => {
  const friday = Date.UTC(2026, 10, 20)
  const feed = new SimulatedFeed({ clock: new VirtualClock(MONDAY + DAY), profiles: SIMULATED })
  const times: number[] = []
  for await (const page of feed.candles('EURUSD:SIM', friday, MONDAY)) times.push(...page.time)
  const gaps = times.filter((time, row) => row > 0 && time - (times[row - 1] as number) > MINUTE)
  expect(gaps.map((time) => new Date(time).toISOString())).toEqual(['2026-11-22T22:00:00.000Z'])
  expect([times[0], times.at(-1)]).toEqual([friday, MONDAY - MINUTE])
})

/** Bars of bid and ask from ticks. */
function barsOf({ time, bid, ask }: TickColumns): number[][] {
  const bars: number[][] = []
  for (let row = 0, end = 0; row < time.length; row = end) {
    const start = Math.floor((time[row] as number) / MINUTE) * MINUTE
    while ((time[end] ?? Infinity) < start + MINUTE) end += 1
    const sides = [bid.subarray(row, end), ask.subarray(row, end)]
    bars.push([
      start,
      ...sides.flatMap((side) => [side[0] as number, Math.max(...side), Math.min(...side), side.at(-1) as number]),
      end - row,
    ])
  }
  return bars
}

it.each(SIMULATED)('begins trades with the last 50, and tells each of them once: $id', (profile) => {
  const clock = new VirtualClock(MONDAY + 12 * 60 * MINUTE)
  const feed = new SimulatedFeed({ clock, profiles: [profile] })
  const heard = listener()
  feed.open('trade', profile.id, heard.sink)
  clock.advanceTo(clock.now() + MINUTE)
  feed.close()
  const [first, ...later] = heard.of('trades')
  expect(first?.trades.length).toBeGreaterThanOrEqual(49)
  const times = [first, ...later].flatMap((message) => message?.trades ?? []).map(({ time }) => time)
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
  expect(times.length).toBeGreaterThan(first?.trades.length ?? 0)
})
