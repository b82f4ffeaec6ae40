import { type BarInterval, INTERVALS } from '@tradeloom/domain'
import { DEFAULT_MODELS } from '@tradeloom/engine'
import { type InstrumentSummary, MarketDataError, marketForRun, type MarketStore } from '@tradeloom/market-data'
import type { CheckRequest } from '@tradeloom/sandbox'
import { spanOf } from '../instruments/market.service.ts'

/** What an algorithm was run on last. */
interface LastRun {
  readonly instrumentId: string
  /** UTC milliseconds. */
  readonly end: number
}

export interface CheckWish {
  /** Of `onIntervalClose`. */
  readonly interval: BarInterval
  readonly lastRun: LastRun | null
  readonly script: string
}

const DAY = 86_400_000
const MINUTE = 60_000
/** Five weeks are enough for quarters of an hour; slow intervals get up to twelve. */
const LEAST_DAYS = 35
const MOST_DAYS = 84
/** Scripts that look at ticks are called four times a minute: they get half as much. */
const TICK_SHARE = 0.5
const WANTED_BARS = 300
/** Shorter data prove nothing; of short ones a fifth is history. */
const LEAST_SPAN = 3 * DAY
const HISTORY_SHARE = 0.2

/**
 * A piece of real prices to check a version on: the end of the period that the algorithm was run on last, else the end
 * of the longest data that are not simulated; null when there are none. The same data give the same piece.
 */
export async function checkMarket(
  store: MarketStore,
  { interval, lastRun, script }: CheckWish,
): Promise<CheckRequest['market'] | null> {
  for (const { instrument, first, last } of candidates(await store.instruments(), lastRun)) {
    const isLast = instrument.id === lastRun?.instrumentId
    const end = isLast && lastRun.end > first + LEAST_SPAN ? Math.min(lastRun.end, last) : last
    const wanted = Math.min(MOST_DAYS, Math.max(LEAST_DAYS, Math.ceil((INTERVALS[interval].ms * WANTED_BARS) / DAY)))
    const days = /\bonTick\b/.test(script) ? wanted * TICK_SHARE : wanted
    const start = Math.max(end - days * DAY, first + HISTORY_SHARE * (end - first))
    try {
      return await marketOf(store, instrument, { interval, start: Math.floor(start / MINUTE) * MINUTE, end })
    } catch (error) {
      // A hole in the data, or data that were deleted just now: the next instrument may do.
      if (!(error instanceof MarketDataError)) throw error
    }
  }
  return null
}

interface Candidate {
  readonly instrument: InstrumentSummary
  readonly first: number
  readonly last: number
}

function candidates(instruments: readonly InstrumentSummary[], lastRun: LastRun | null): Candidate[] {
  const rank = ({ instrument }: Candidate): number => (instrument.id === lastRun?.instrumentId ? 0 : 1)
  return instruments
    .flatMap((instrument) => {
      const span = spanOf(instrument, 'M1')
      return span && span.last - span.first >= LEAST_SPAN
        ? [{ instrument, first: span.first, last: span.last + MINUTE }]
        : []
    })
    .filter((one) => !one.instrument.simulated || rank(one) === 0)
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) || b.last - b.first - (a.last - a.first) || (a.instrument.id < b.instrument.id ? -1 : 1),
    )
}

async function marketOf(
  store: MarketStore,
  instrument: InstrumentSummary,
  { interval, start, end }: { readonly interval: BarInterval; readonly start: number; readonly end: number },
): Promise<CheckRequest['market']> {
  // Profits stay in the quote currency: a check needs no conversion.
  const accountCurrency = instrument.quote
  const market = await marketForRun(store, { instrumentId: instrument.id, resolution: 1, start, end, accountCurrency })
  return {
    spec: {
      ...DEFAULT_MODELS,
      instrument: market.instrument,
      conversions: [],
      interval,
      resolution: 1,
      barIntervals: market.barIntervals,
      start,
      end,
      // Deep pockets: a margin call would end the proof.
      initialBalance: 1_000_000_000,
      accountCurrency,
      externals: {},
      closures: market.closures,
      seed: 1,
    },
    series: market.series.slice(0, 1),
  }
}
