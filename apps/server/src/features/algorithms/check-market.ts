import type { SourceOfRun } from '@tradeloom/database'
import { type BarInterval, INTERVALS, seriesId, UserError } from '@tradeloom/domain'
import { DEFAULT_MODELS, type MarketSpec } from '@tradeloom/engine'
import {
  type InstrumentSummary,
  marketForRun,
  type MarketReader,
  type RunMarket,
  sourcesOf,
} from '@tradeloom/market-data'
import type { CheckRequest } from '@tradeloom/sandbox'
import { analyzeScript } from '@tradeloom/script'
import { spanOf } from '../instruments/market.service.ts'

/** The last backtest of an algorithm. */
interface LastRun {
  readonly instrumentId: string
  /** UTC milliseconds. */
  readonly end: number
  readonly initialBalance: number
  readonly accountCurrency: string
  /** States of the datasets that it read. */
  readonly sources?: readonly SourceOfRun[]
}

export interface CheckMarketRequest {
  /** Of `onIntervalClose`. */
  readonly interval: BarInterval
  readonly lastRun: LastRun | null
  readonly script: string
  /** The errors of a script can tell what it has seen, so no data from this time on is used; null for none. */
  readonly sealedFrom: Date | null
}

/** Of a backtest whose trader chooses none. */
const USUAL_BALANCE = 10_000
const DAY = 86_400_000
const MINUTE = 60_000
/** Five weeks are enough for 15-minute bars; longer intervals get up to twelve. */
const MIN_DAYS = 35
const MAX_DAYS = 84
/** Scripts that handle ticks are called four times a minute, so they get half as much. */
const TICK_SHARE = 0.5
const WANTED_BARS = 300
/** Shorter data is inconclusive; a fifth of short data serves as history. */
const MIN_SPAN = 3 * DAY
const HISTORY_SHARE = 0.2

/**
 * Real prices for the look-ahead analysis of a version: the end of the period of its last backtest, otherwise the end of
 * the longest data that is not simulated; null when there is none. The same data gives the same piece.
 */
export async function checkMarket(
  store: MarketReader,
  { interval, lastRun, script, sealedFrom }: CheckMarketRequest,
): Promise<CheckRequest['market'] | null> {
  const { markets, series } = analyzeScript(script)
  const named = series.map(({ code, column }) => seriesId(code, column))
  const sources = lastRun?.sources?.filter(({ id }) => named.includes(id)) ?? []
  // A check fetches nothing; datasets that no backtest has read are simulated, and with them the market.
  if (sources.length < named.length) return null
  for (const { instrument, first, last } of candidates(await store.instruments(), lastRun, sealedFrom)) {
    const isLast = instrument.id === lastRun?.instrumentId
    const end = isLast && lastRun.end > first + MIN_SPAN ? Math.min(lastRun.end, last) : last
    const wanted = Math.min(MAX_DAYS, Math.max(MIN_DAYS, Math.ceil((INTERVALS[interval].ms * WANTED_BARS) / DAY)))
    const days = /\bonTick\b/.test(script) ? wanted * TICK_SHARE : wanted
    const start = Math.max(end - days * DAY, first + HISTORY_SHARE * (end - first))
    try {
      const from = Math.floor(start / MINUTE) * MINUTE
      return await marketOf(store, instrument, { interval, start: from, end, markets, sources, lastRun })
    } catch (error) {
      // The data has a hole or was just deleted; try the next instrument.
      if (!(error instanceof UserError)) throw error
    }
  }
  return null
}

interface Candidate {
  readonly instrument: InstrumentSummary
  readonly first: number
  readonly last: number
}

function candidates(
  instruments: readonly InstrumentSummary[],
  lastRun: LastRun | null,
  sealedFrom: Date | null,
): Candidate[] {
  const rank = ({ instrument }: Candidate): number => (instrument.id === lastRun?.instrumentId ? 0 : 1)
  return instruments
    .flatMap((instrument) => {
      const span = spanOf(instrument, 'M1')
      if (!span) return []
      const last = Math.min(span.last + MINUTE, sealedFrom?.getTime() ?? Infinity)
      return last - span.first >= MIN_SPAN + MINUTE ? [{ instrument, first: span.first, last }] : []
    })
    .filter((one) => !one.instrument.simulated || rank(one) === 0)
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) || b.last - b.first - (a.last - a.first) || (a.instrument.id < b.instrument.id ? -1 : 1),
    )
}

interface SampleRequest {
  readonly interval: BarInterval
  readonly start: number
  readonly end: number
  readonly markets: readonly string[]
  readonly sources: readonly SourceOfRun[]
  readonly lastRun: LastRun | null
}

function withoutFinancing({ instrument, closures }: RunMarket['markets'][number]): MarketSpec {
  return { instrument, closures, swap: null, funding: null }
}

async function marketOf(
  store: MarketReader,
  instrument: InstrumentSummary,
  { interval, start, end, markets, sources, lastRun }: SampleRequest,
): Promise<CheckRequest['market']> {
  // Without a backtest, profits stay in the quote currency: no other prices are needed.
  const accountCurrency = lastRun?.accountCurrency ?? instrument.quote
  const market = await marketForRun(store, {
    instrumentId: instrument.id,
    markets,
    resolution: 1,
    start,
    end,
    accountCurrency,
  })
  return {
    spec: {
      ...DEFAULT_MODELS,
      instrument: market.instrument,
      conversions: market.conversions,
      ...(market.markets.length > 0 ? { markets: market.markets.map(withoutFinancing) } : {}),
      interval,
      resolution: 1,
      barIntervals: market.barIntervals,
      start,
      end,
      initialBalance: lastRun?.initialBalance ?? USUAL_BALANCE,
      accountCurrency,
      externals: {},
      closures: market.closures,
      seed: 1,
    },
    series: [...market.series, ...(await sourcesOf(store, sources))],
  }
}
