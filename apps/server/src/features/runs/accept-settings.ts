import type { RunModels } from '@tradeloom/contracts'
import {
  barsProblem,
  endProblem,
  type Interval,
  intervalProblem,
  lengthProblem,
  peggedCurrency,
  untradedMarket,
} from '@tradeloom/domain'
import { isConvertible } from '@tradeloom/engine'
import { findConversions, type InstrumentSummary, marketIds } from '@tradeloom/market-data'
import { analyzeScript } from '@tradeloom/script'
import type { Rights } from '../../platform/auth/rights.ts'
import { AppError, invalid, refuseInput } from '../../platform/errors/app-error.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import type { MarketService } from '../instruments/market.service.ts'
import type { SourceSeries } from '../sources/source-series.ts'
import { checkRights, lastEnd } from './check-rights.ts'
import { checkPeriod, endOfData, longBarsOf, periodProblem, unavailable } from './check-settings.ts'

interface AcceptDeps {
  readonly algorithms: Pick<AlgorithmsService, 'visibleVersion'>
  readonly market: Pick<MarketService, 'find'>
  readonly rightsOf: (userId: string) => Promise<Rights>
  readonly series: Pick<SourceSeries, 'forRun'>
}

/** The settings that a backtest and an optimization have in common. */
export interface PeriodSettings {
  readonly algorithmId: string
  readonly algorithmVersionId: string
  readonly instrumentId: string
  readonly interval: Interval
  readonly resolution: 0 | 1
  readonly start: string
  readonly end: string | null
  readonly models?: RunModels | undefined
  readonly accountCurrency: string
}

/** Checks version, rights, prices and markets of a run. Throws if it cannot be run. */
export async function acceptSettings(deps: AcceptDeps, settings: PeriodSettings, userId: string) {
  const { algorithms, market, rightsOf } = deps
  const { algorithmId, algorithmVersionId, instrumentId, interval, resolution } = settings
  const { version, isOwner } = await algorithms.visibleVersion(algorithmId, algorithmVersionId, userId)
  if (!isOwner) throw new AppError('forbidden', 'not-own', 'Please clone this algorithm first to run it')
  refuseInput(intervalProblem(interval, resolution), 'interval')
  const instrument = await market.find(instrumentId, userId)
  if (!instrument) throw invalid(`There is no market data for ${instrumentId}. Import it first`, 'instrumentId')
  const start = new Date(settings.start)
  const rights = await rightsOf(userId)
  const end =
    settings.end === null
      ? new Date(Math.min(endOfData(instrument, resolution), lastEnd(rights, Date.now())))
      : new Date(settings.end)
  refuseInput(endProblem(start.getTime(), end.getTime()) ?? lengthProblem(start.getTime(), end.getTime()), 'end')
  checkRights(rights, { resolution, start, end, instrument }, Date.now())
  checkPeriod(instrument, resolution, start.getTime(), end.getTime())
  if (resolution === 1) {
    refuseInput(barsProblem(instrument.id, interval, longBarsOf(instrument, start.getTime())), 'interval')
  }
  const markets = await otherMarkets(deps, version.markets, instrument, { start, end, resolution }, userId)
  await checkConversions(deps, [instrument, ...markets], settings, { start, end }, userId)
  const untraded = untradedMarket(
    settings.models?.markets,
    markets.map(({ id }) => id),
  )
  if (untraded !== null) throw invalid(`The script does not open ${untraded}, which has models`, 'models')
  // Last, because it may fetch.
  const sources = await deps.series.forRun(analyzeScript(version.script).series, { start, end }, userId)
  return { version, instrument, markets, sources, start, end }
}

/** Throws if profits of a traded market cannot be converted to account currency in the whole period. */
async function checkConversions(
  { market: all }: AcceptDeps,
  traded: readonly InstrumentSummary[],
  { resolution, accountCurrency }: Pick<PeriodSettings, 'resolution' | 'accountCurrency'>,
  { start, end }: { readonly start: Date; readonly end: Date },
  userId: string,
): Promise<void> {
  const source = { instrument: (id: string) => all.find(id, userId) }
  const found = await findConversions(source, traded, accountCurrency)
  const known = [...traded, ...found]
  for (const one of traded) {
    const others = known.filter(({ id }) => id !== one.id)
    if (isConvertible(one, accountCurrency, others)) continue
    const pair = `${peggedCurrency(one.quote)}${accountCurrency}:${one.broker}`
    const message = `Conversion instruments not found: ${one.quote} to ${accountCurrency}. Import ${pair} first`
    throw invalid(message, 'instrumentId')
  }
  for (const one of found) {
    const problem = periodProblem(one, resolution, start.getTime(), end.getTime())
    if (problem === null) continue
    const message = `${problem.message}; its rates convert profits to ${accountCurrency}`
    throw unavailable(message, problem.field)
  }
}

/** The other markets of a script. Throws when one of them has no data for the run. */
async function otherMarkets(
  { market: all }: AcceptDeps,
  names: readonly string[],
  instrument: InstrumentSummary,
  { start, end, resolution }: { readonly start: Date; readonly end: Date; readonly resolution: 0 | 1 },
  userId: string,
): Promise<InstrumentSummary[]> {
  const others: InstrumentSummary[] = []
  for (const { id, name } of marketIds(names, instrument)) {
    const market = await all.find(id, userId)
    if (!market) {
      const message = `There is no market data for ${id}, which the script opens with market('${name}'). Import it first`
      throw invalid(message, 'markets')
    }
    checkPeriod(market, resolution, start.getTime(), end.getTime())
    others.push(market)
  }
  return others
}
