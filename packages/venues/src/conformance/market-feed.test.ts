import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { BarColumns } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'
import { ADAPTERS } from '../adapters.generated.ts'
import type { DropReason, FeedMessage, FeedState, QuoteMessage } from '../ports/market-feed.ts'
import type { LabFault, RunningLab, VenueLab } from './venue-lab.ts'

// A weekday, so that forex trades; and a Friday, half an hour before it closes in New York.
const NOON = Date.UTC(2026, 10, 25, 12, 0, 10)
const FRIDAY = Date.UTC(2026, 10, 27, 21, 30)
const MINUTE = 60_000
const HOUR = 3_600_000

const FOLDERS = globSync('*/', { cwd: join(import.meta.dirname, '../adapters') }).map((folder) =>
  folder.replace('/', ''),
)
const LABS = await Promise.all(
  FOLDERS.map(async (folder) => {
    const { lab } = (await import(`../adapters/${folder}/lab.ts`)) as { readonly lab: VenueLab }
    return { folder, lab }
  }),
)

/** Everything that a listener is told. */
function listener() {
  const messages: FeedMessage[] = []
  const states: FeedState[] = []
  const dropped: DropReason[] = []
  return {
    messages,
    states,
    dropped,
    quotes: (): QuoteMessage[] => messages.filter((message) => message.kind === 'quote'),
    sink: {
      message: (message: FeedMessage) => void messages.push(message),
      state: (state: FeedState) => void states.push(state),
      dropped: (reason: DropReason) => void dropped.push(reason),
    },
  }
}

async function started(lab: VenueLab, faults: readonly LabFault[] = [], now = NOON) {
  const running: RunningLab = lab.start({ now, faults })
  const heard = listener()
  const lease = running.feed.open('quote', lab.instrumentId, heard.sink)
  return { ...running, ...heard, lease }
}

/** Advances step by step until something is true; the suite's limit ends what never becomes true. */
async function advanceUntil(running: RunningLab, isDone: () => boolean, stepMs = 100): Promise<void> {
  while (!isDone()) await running.advanceTo(running.now() + stepMs)
}

it('every folder of an adapter is in the list of adapters, and has a stand-in', () => {
  expect(LABS.map(({ folder }) => folder)).toEqual(FOLDERS)
  expect(new Set(ADAPTERS.map(({ broker }) => broker)).size).toBe(ADAPTERS.length)
  expect(ADAPTERS.length).toBeGreaterThanOrEqual(FOLDERS.length)
})

describe.each(LABS)('the feed of $folder', ({ lab }) => {
  it('lists instruments with their steps and limits', async () => {
    const { feed } = lab.start({ now: NOON, faults: [] })
    const instruments = await feed.instruments()
    expect(instruments.map(({ id }) => id)).toContain(lab.instrumentId)
    for (const { precision, pipSize, lotSize, minQuantity, maxQuantity, marginRate, factor } of instruments) {
      expect(Number.isInteger(precision) && pipSize > 0 && lotSize > 0 && marginRate > 0).toBe(true)
      expect(minQuantity).toBeLessThanOrEqual(factor)
      expect(factor).toBeLessThanOrEqual(maxQuantity)
    }
  })

  it('has a quote within a second', async () => {
    const { advanceTo, quotes, states } = await started(lab)
    await advanceTo(NOON + 1_000)
    expect(quotes().length).toBeGreaterThan(0)
    expect(states).toEqual(['connecting', 'live'])
  })

  it('gives ten thousand quotes in order, without a repetition or a gap', async () => {
    const running = await started(lab)
    const { quotes } = running
    await advanceUntil(running, () => quotes().length >= 10_000, MINUTE)
    const times = quotes().map(({ time }) => time)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(quotes().filter(({ bid, ask }) => !(bid > 0 && ask >= bid))).toEqual([])
    expect(quotes().filter(({ isAfterGap }) => isAfterGap)).toEqual([])
  })

  it('shares one subscription among listeners, and ends it with the last one', async () => {
    const running = await started(lab)
    const other = listener()
    await running.advanceTo(NOON + 5_000)
    const lease = running.feed.open('quote', lab.instrumentId, other.sink)
    expect(other.states).toEqual(['live'])
    await running.advanceTo(NOON + 60_000)
    const [last] = other.quotes().slice(-1)
    expect(running.quotes().at(-1)).toEqual(last)
    running.lease.release()
    const heard = running.messages.length
    await running.advanceTo(NOON + 120_000)
    expect(running.messages).toHaveLength(heard)
    expect(other.quotes().at(-1)?.time).toBeGreaterThan(last?.time ?? Infinity)
    lease.release()
    lease.release()
    const others = other.messages.length
    await running.advanceTo(NOON + 180_000)
    expect(other.messages).toHaveLength(others)
  })

  it('backs off at once when the connection is lost, and comes back with a gap and without a repetition', async () => {
    const running = await started(lab, [{ when: { message: 20 }, do: 'close' }])
    const { states, quotes } = running
    await advanceUntil(running, () => states.includes('backoff'))
    await advanceUntil(running, () => states.at(-1) === 'live')
    expect(states).toEqual(['connecting', 'live', 'backoff', 'connecting', 'live'])
    await running.advanceTo(running.now() + MINUTE)
    expect(quotes().filter(({ isAfterGap }) => isAfterGap)).toHaveLength(1)
    const times = quotes().map(({ time }) => time)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('is stale within three seconds of silence, and connects again', async () => {
    const running = await started(lab, [{ when: { message: 20 }, do: 'stall' }])
    const { states, messages } = running
    await advanceUntil(running, () => messages.length === 19)
    const heardAt = running.now()
    await advanceUntil(running, () => states.includes('stale'))
    // The twentieth message came within a second of the last one.
    expect(running.now() - heardAt).toBeLessThanOrEqual(4_100)
    await advanceUntil(running, () => states.at(-1) === 'live')
  })

  it('tries a refused connection once', async () => {
    const running = await started(lab, [{ when: { message: 5 }, do: 'refuse' }])
    await advanceUntil(running, () => running.states.includes('refused'))
    await running.advanceTo(running.now() + HOUR)
    expect(running.states.at(-1)).toBe('refused')
  })

  it.each<LabFault['do']>(['garbage', 'drop', 'swap', 'duplicate'])(
    'survives messages with the fault %s',
    async (fault) => {
      const running = await started(lab, [{ when: { probability: fault === 'swap' ? 0.2 : 0.05 }, do: fault }])
      await running.advanceTo(NOON + 10 * MINUTE)
      const times = running.quotes().map(({ time }) => time)
      expect(times.length).toBeGreaterThan(50)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(running.states).not.toContain('backoff')
      if (fault === 'garbage') expect(running.dropped).toContain('not-understood')
      if (fault === 'swap') expect(running.dropped).toContain('backward')
    },
  )

  it('says when a market closes, and keeps beating', async ({ skip }) => {
    if (lab.weekendInstrumentId === null) return skip()
    const running = lab.start({ now: FRIDAY, faults: [] })
    const { messages, states, quotes, sink } = listener()
    running.feed.open('quote', lab.weekendInstrumentId, sink)
    await running.advanceTo(FRIDAY + HOUR)
    expect(quotes().length).toBeGreaterThan(10)
    expect(messages.at(-1)).toMatchObject({ kind: 'heartbeat', isOpen: false })
    expect(states.at(-1)).toBe('quiet')
  })

  it('has finished minutes in pages, without the forming one, which are those of its quotes', async () => {
    const running = await started(lab, [], NOON - (NOON % MINUTE))
    await running.advanceTo(NOON + HOUR)
    const start = Math.ceil(NOON / MINUTE) * MINUTE
    const minutes: number[][] = []
    for await (const page of running.feed.candles(lab.instrumentId, start, NOON + 2 * HOUR)) minutes.push(...rows(page))
    expect(minutes.at(-1)?.[0]).toBe(Math.floor((NOON + HOUR) / MINUTE) * MINUTE - MINUTE)
    for (const [time = 0, ...prices] of minutes) {
      const bids = running
        .quotes()
        .flatMap((quote) => (quote.time >= time && quote.time < time + MINUTE ? [quote.bid] : []))
      expect(prices).toEqual([bids[0], Math.max(...bids), Math.min(...bids), bids.at(-1)])
    }
  })

  it('quotes the same on two connections that start at different times', async () => {
    const [one, two] = [await started(lab), await started(lab, [], NOON + 3 * MINUTE + 500)]
    await one.advanceTo(NOON + 10 * MINUTE)
    await two.advanceTo(NOON + 10 * MINUTE)
    const since = ({ quotes }: typeof one) => quotes().filter(({ time }) => time >= NOON + 4 * MINUTE)
    expect(since(two)).toEqual(since(one))
    expect(since(one).length).toBeGreaterThan(50)
  })

  it('keeps a book by its changes equal to the one that a new listener is given', async () => {
    const running = lab.start({ now: NOON, faults: [] })
    if (running.feed.can.book === 'none') return
    const first = listener()
    running.feed.open('book', lab.instrumentId, first.sink)
    await running.advanceTo(NOON + 2 * MINUTE)
    const levels = { bid: new Map<number, number>(), ask: new Map<number, number>() }
    let sequence: number | null = null
    for (const message of first.messages) {
      if (message.kind === 'book-snapshot') {
        for (const side of ['bid', 'ask'] as const)
          levels[side] = new Map(message[`${side}s`].map(({ price, quantity }) => [price, quantity]))
        sequence = message.sequence
      } else if (message.kind === 'book-delta') {
        expect(message.sequence).toBe((sequence ?? NaN) + 1)
        sequence = message.sequence
        for (const { side, action, price, quantity } of message.changes) {
          if (action === 'delete') levels[side].delete(price)
          else levels[side].set(price, quantity)
        }
      }
      if (levels.bid.size > 0) expect(Math.max(...levels.bid.keys())).toBeLessThan(Math.min(...levels.ask.keys()))
    }
    expect(sequence).toBeGreaterThan(10)
    expect([levels.bid.size, levels.ask.size]).toEqual([50, 50])
  })
})

function rows({ time, bidOpen, bidHigh, bidLow, bidClose }: BarColumns): number[][] {
  return Array.from(time, (one, row) => [one, bidOpen[row], bidHigh[row], bidLow[row], bidClose[row]] as number[])
}
