import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { IngestEvent } from '@tradeloom/contracts'
import { BAR_COLUMNS, type BarColumns, type ListedInstrument } from '@tradeloom/domain'
import { openMarketStore, resolveInstrument } from '@tradeloom/market-data'
import { extendMinute, type MinuteBar, MinuteReader } from '@tradeloom/market-data/candles'
import { isHeartbeat, TICK_FLAGS, TickReader, type TickRow } from '@tradeloom/market-data/ticks'
import { SIMULATED, simulateBars } from '@tradeloom/simulation'
import {
  ADAPTERS,
  type FeedMessage,
  type FeedSink,
  type MarketFeed,
  type VenueAccount,
  type VenueAdapter,
  VirtualClock,
} from '@tradeloom/venues'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Ingest } from './ingest.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000
const MONDAY = Date.UTC(2026, 10, 23)
const EURUSD = 'EURUSD:SIM'
const ACCOUNT: Omit<VenueAccount, 'clock'> = { credentials: { apiKey: 'a key' }, environment: 'practice' }

const running: Ingest[] = []
const folders: string[] = []
const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'tradeloom-ingest-'))
  folders.push(made)
  return made
}
afterEach(async () => {
  for (const one of running.splice(0)) one.stop()
  for (const one of folders.splice(0)) await rm(one, { recursive: true, force: true })
})

/** Lets reads of files end. */
async function settle(): Promise<void> {
  for (let round = 0; round < 50; round++) await turn()
}

interface Run {
  readonly dir: string
  readonly events: IngestEvent[]
  readonly clock: VirtualClock
  readonly ingest: Ingest
}

async function begin(dir: string, now: number, ids: readonly string[], adapters = ADAPTERS): Promise<Run> {
  const clock = new VirtualClock(now)
  const events: IngestEvent[] = []
  const ingest = new Ingest({
    adapters,
    clock,
    emit: (event) => events.push(event),
    openAccountFeed: async ({ adapter }) =>
      adapter.openAccountFeed?.({ ...ACCOUNT, clock }) ?? Promise.reject(new Error('No key')),
  })
  running.push(ingest)
  const wanted = ids.map((instrumentId) => ({ instrumentId, extra: [], candlesFrom: now - HOUR }))
  ingest.want({ marketDir: dir, feeds: wanted, venueUrls: {}, logins: {}, venues: adapters.map(({ id }) => id) })
  await settle()
  return { dir, events, clock, ingest }
}

async function record(ids: readonly string[], from: number, to: number): Promise<Run> {
  const run = await begin(await folder(), from, ids)
  run.clock.advanceTo(to)
  return run
}

const rowsOf = (dir: string, id: string): Promise<readonly TickRow[]> => new TickReader(dir).read(id, 0, 1e7)

function minutesOf(rows: readonly TickRow[]): MinuteBar[] {
  const bars: MinuteBar[] = []
  for (const row of rows) {
    const last = bars.at(-1) ?? null
    const bar = extendMinute(last, row)
    if (bar.time === last?.time) bars.pop()
    bars.push(bar)
  }
  return bars
}

const barsOf = (columns: BarColumns): MinuteBar[] =>
  Array.from(
    columns.time,
    (_, row) => Object.fromEntries(BAR_COLUMNS.map((name) => [name, columns[name][row]])) as unknown as MinuteBar,
  )

describe('the hour that a simulated venue has logged', () => {
  it.each(SIMULATED.map(({ id }) => id))('has the ticks and minutes that a backtest of it reads: %s', async (id) => {
    const from = MONDAY + 9 * HOUR
    const { dir } = await record([id], from, from + HOUR + 5_000)
    // What the simulated market stores for backtests.
    const store = openMarketStore(await folder())
    const instrument = resolveInstrument(id)
    const profile = SIMULATED.find((one) => one.id === id) as (typeof SIMULATED)[number]
    const bars = simulateBars(profile, instrument, MONDAY, MONDAY + DAY)
    await store.put({
      instrument,
      table: {
        key: { interval: 'M1', price: 'quote' },
        rows: bars.time.length,
        columns: BAR_COLUMNS.map((name) => bars[name]),
      },
      source: 'both',
      coverage: [{ first: MONDAY, last: MONDAY + DAY - 1 }],
    })
    const period = { instrumentId: id, from, to: from + HOUR }
    const read = (await store.load({ ...period, series: 'M1' })) as BarColumns
    const rows = (await rowsOf(dir, id)).filter((row) => !isHeartbeat(row))
    const logged = minutesOf(rows.filter(({ time }) => time >= from && time < from + HOUR))
    expect(logged).toEqual(barsOf(read))
    await expect.poll(() => new MinuteReader(dir).read(id, from, from + HOUR)).toEqual(read)
  })

  it('is the same in the logs of two servers, and differs from that of the second venue by its spread', async () => {
    const ids = ['EURUSD:SIM', 'EURUSD:SIM2', 'BTCUSDT:SIM', 'BTCUSDT:SIM2']
    const from = MONDAY + 12 * HOUR + 34_567
    const [one, two] = [await record(ids, from, from + HOUR), await record(ids, from, from + HOUR)]
    for (const id of ids) expect(await rowsOf(one.dir, id)).toEqual(await rowsOf(two.dir, id))
    const spread = async (id: string): Promise<number> => {
      const rows = await rowsOf(one.dir, id)
      return rows.reduce((sum, { bid, ask }) => sum + ask - bid, 0) / rows.length
    }
    for (const symbol of ['EURUSD', 'BTCUSDT']) {
      expect(await spread(`${symbol}:SIM2`)).toBeGreaterThan(1.2 * (await spread(`${symbol}:SIM`)))
    }
  })
})

it('a process that begins in the middle of a minute continues the log, flags the gap and repairs the minutes', async () => {
  const dir = await folder()
  const from = MONDAY + 9 * HOUR
  const first = await begin(dir, from, [EURUSD])
  first.clock.advanceTo(from + 10 * MINUTE + 20_000)
  await settle()
  first.ingest.stop()
  const before = await rowsOf(dir, EURUSD)
  // Down for three minutes.
  const second = await begin(dir, from + 13 * MINUTE + 31_000, [EURUSD])
  second.clock.advanceTo(from + 20 * MINUTE)
  await settle()
  second.clock.advanceTo(from + 20 * MINUTE + 5_000)
  const profile = SIMULATED[0] as (typeof SIMULATED)[number]
  const bars = barsOf(simulateBars(profile, resolveInstrument(EURUSD), MONDAY, MONDAY + DAY))
  await expect
    .poll(async () => barsOf(await new MinuteReader(dir).read(EURUSD, from, from + 20 * MINUTE)))
    .toEqual(bars.filter(({ time }) => time >= from && time < from + 20 * MINUTE))
  const rows = await rowsOf(dir, EURUSD)
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at))
  expect(rows.slice(0, before.length)).toEqual(before)
  expect(rows.filter(({ flags }) => (flags & TICK_FLAGS.gap) !== 0).map(({ sequence }) => sequence)).toEqual([
    before.length,
  ])
})

/** A venue whose messages the test sends. */
function fakeVenue(id = 'FAKE') {
  let sink: FeedSink | null = null
  const feed: MarketFeed = {
    can: { book: 'none', trades: false, quoteTime: 'venue' },
    instruments: async () => [] as readonly ListedInstrument[],
    open: (_, __, opened) => ((sink = opened), { release: () => {} }),
    async *candles() {},
    close: () => {},
  }
  return {
    adapter: {
      id,
      displayName: id,
      needs: 'nothing' as const,
      markets: [{ id: 'spot', name: 'Spot', has: () => true }],
      addresses: {},
      openFeed: () => feed,
    } satisfies VenueAdapter,
    send: (message: FeedMessage) => sink?.message(message),
    state: (state: 'live' | 'stale') => sink?.state(state),
  }
}

const quote = (time: number, bid: number, ask = bid + 0.0001) =>
  ({ kind: 'quote', time, bid, ask, isOpen: true, isAfterGap: false }) as const

describe('prices of a venue that misbehaves', () => {
  const ID = 'EURUSD:FAKE'
  let run: Run
  let venue: ReturnType<typeof fakeVenue>
  beforeEach(async () => {
    venue = fakeVenue()
    run = await begin(await folder(), MONDAY, [ID], [venue.adapter])
  })
  const flags = async () => (await rowsOf(run.dir, ID)).map((row) => row.flags)

  it('are dropped if they go back in time, are crossed or not above 0, and counted', async () => {
    venue.send(quote(MONDAY + 100, 1.1))
    venue.send(quote(MONDAY + 50, 1.2))
    venue.send(quote(MONDAY + 200, 1.1, 1.09))
    venue.send(quote(MONDAY + 300, 0, 1.1))
    venue.send(quote(MONDAY + 300, Number.NaN, 1.1))
    venue.send(quote(MONDAY + 100, 1.2))
    expect((await rowsOf(run.dir, ID)).map(({ bid }) => bid)).toEqual([1.1, 1.2])
    run.clock.advanceTo(MONDAY + 10_000)
    expect(run.events.filter(({ kind }) => kind === 'dropped')).toEqual([
      {
        kind: 'dropped',
        instrumentId: ID,
        counts: { backward: 1, crossed: 1, 'not-positive': 1, 'not-understood': 1 },
      },
    ])
  })

  it('are flagged while they are far away for less than a second, and never dropped', async () => {
    const bids = [1.1, 1.1001, 1.2, 1.1002, 1.2, 1.2, 1.2001, 1.1]
    const times = [0, 100, 200, 300, 400, 1_300, 1_500, 1_600]
    for (const [at, bid] of bids.entries()) venue.send(quote(MONDAY + (times[at] as number), bid))
    expect(await flags()).toEqual([0, 0, 4, 0, 4, 4, 0, 4])
  })

  it('are rows with the price before them while only heartbeats come, one a second at most', async () => {
    venue.send(quote(MONDAY, 1.1))
    for (let ms = 100; ms <= 3_000; ms += 100) venue.send({ kind: 'heartbeat', time: MONDAY + ms, isOpen: ms < 2_000 })
    expect(await flags()).toEqual([0, 1, 1, 9])
    expect((await rowsOf(run.dir, ID)).map(({ bid }) => bid)).toEqual([1.1, 1.1, 1.1, 1.1])
  })

  it('are told at most each 50 ms, the newest one, while the log has all of them', async () => {
    venue.state('live')
    for (let ms = 0; ms < 1_000; ms++) {
      run.clock.advanceTo(MONDAY + ms)
      venue.send(quote(MONDAY + ms, 1.1 + ms / 1e5))
    }
    run.clock.advanceTo(MONDAY + 1_100)
    const prices = run.events.flatMap((event) => (event.kind === 'price' ? [event.price] : []))
    expect(prices.length).toBeLessThanOrEqual(22)
    expect(prices.at(-1)).toMatchObject({ sequence: 999, bid: 1.1 + 999 / 1e5, state: 'live', isOpen: true })
    expect(await flags()).toHaveLength(1_000)
    venue.state('stale')
    run.clock.advanceTo(MONDAY + 1_200)
    expect(run.events.at(-1)).toMatchObject({ kind: 'price', price: { sequence: 999, state: 'stale' } })
  })

  it('belong to the minute of their time until a while after its end, and correct it later', async () => {
    venue.send(quote(MONDAY + 59_000, 1.1))
    run.clock.advanceTo(MONDAY + 61_000)
    venue.send(quote(MONDAY + 59_900, 1.2))
    run.clock.advanceTo(MONDAY + 62_500)
    venue.send(quote(MONDAY + 59_950, 1.3))
    await settle()
    const candles = run.events.flatMap((event) =>
      event.kind === 'candle' && event.candle.isFinal ? [event.candle] : [],
    )
    expect(candles.map(({ bid, volume }) => [bid.close, volume])).toEqual([
      [1.1, 1],
      [1.2, 2],
      [1.3, 3],
    ])
    const stored = await new MinuteReader(run.dir).read(ID, MONDAY, MONDAY + HOUR)
    expect([...stored.bidClose]).toEqual([1.3])
  })
})

it('streams of instruments that nobody wants any longer are closed, and begin again', async () => {
  const run = await begin(await folder(), MONDAY + HOUR, [EURUSD])
  run.clock.advanceTo(MONDAY + HOUR + MINUTE)
  run.ingest.want({ marketDir: run.dir, feeds: [], venueUrls: {}, logins: {}, venues: ['SIM'] })
  const before = (await rowsOf(run.dir, EURUSD)).length
  run.clock.advanceTo(MONDAY + HOUR + 5 * MINUTE)
  expect((await rowsOf(run.dir, EURUSD)).length).toBe(before)
  run.ingest.want({
    marketDir: run.dir,
    feeds: [{ instrumentId: EURUSD, extra: ['trade', 'ticker', 'book'], candlesFrom: MONDAY }],
    venueUrls: {},
    logins: {},
    venues: ['SIM'],
  })
  await settle()
  run.clock.advanceTo(MONDAY + HOUR + 6 * MINUTE)
  expect((await rowsOf(run.dir, EURUSD)).length).toBeGreaterThan(before)
  expect(new Set(run.events.map(({ kind }) => kind))).toEqual(
    new Set(['candles-filled', 'price', 'tick', 'candle', 'trades', 'ticker', 'book']),
  )
})

describe('a venue that shows its prices to an account alone', () => {
  const [sim] = ADAPTERS.filter(({ id }) => id === 'SIM') as [VenueAdapter]
  const login = (connectionId: string) => ({ connectionId, environment: 'practice', credentials: '' }) as const
  const begun = async () => {
    const { openFeed, ...rest } = sim
    const opened: boolean[] = []
    const openAccountFeed = (account: VenueAccount): MarketFeed => {
      const at = opened.push(true) - 1
      const feed = openFeed?.(account) as MarketFeed
      return Object.assign(Object.create(feed), {
        instruments: () => feed.instruments(),
        open: (...of: Parameters<MarketFeed['open']>) => feed.open(...of),
        candles: (...of: Parameters<MarketFeed['candles']>) => feed.candles(...of),
        close: () => void ((opened[at] = false), feed.close()),
      }) as MarketFeed
    }
    const run = await begin(await folder(), MONDAY + HOUR, [], [{ ...rest, openAccountFeed }])
    const want = async (logins: Readonly<Record<string, ReturnType<typeof login>>>): Promise<void> => {
      const feeds = [{ instrumentId: EURUSD, extra: [], candlesFrom: MONDAY }]
      run.ingest.want({ marketDir: run.dir, feeds, venueUrls: {}, venues: ['SIM'], logins })
      await settle()
    }
    const kinds = (): Set<string> => new Set(run.events.map(({ kind }) => kind))
    return { run, opened, want, kinds }
  }

  it('gets no requests without a marked connection', async () => {
    const { run, opened, want, kinds } = await begun()
    await want({})
    run.clock.advanceTo(MONDAY + HOUR + MINUTE)
    expect([opened, [...kinds()]]).toEqual([[], ['failed']])
  })

  it('is listed and streamed with one, and with another one once that is marked', async () => {
    const { run, opened, want, kinds } = await begun()
    await want({ SIM: login('first') })
    run.clock.advanceTo(MONDAY + HOUR + MINUTE)
    await settle()
    expect(kinds()).toEqual(new Set(['listed', 'candles-filled', 'price', 'tick', 'candle']))
    const listed = run.events.find((event) => event.kind === 'listed')
    expect(listed?.listings.map(({ id }) => id)).toContain(EURUSD)
    await want({ SIM: login('second') })
    expect(opened).toEqual([false, true])
    const before = (await rowsOf(run.dir, EURUSD)).length
    run.clock.advanceTo(MONDAY + HOUR + 2 * MINUTE)
    expect((await rowsOf(run.dir, EURUSD)).length).toBeGreaterThan(before)
    await want({})
    expect(opened).toEqual([false, false])
    const last = (await rowsOf(run.dir, EURUSD)).length
    run.clock.advanceTo(MONDAY + HOUR + 3 * MINUTE)
    expect((await rowsOf(run.dir, EURUSD)).length).toBe(last)
  })
})
