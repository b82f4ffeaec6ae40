import type { RunModels } from '@tradeloom/contracts'
import {
  barsProblem,
  endProblem,
  type Interval,
  intervalProblem,
  lengthProblem,
  untradedMarket,
} from '@tradeloom/domain'
import { type InstrumentSummary, marketIds } from '@tradeloom/market-data'
import type { Rights } from '../../platform/auth/rights.ts'
import { AppError, invalid, refuseInput } from '../../platform/errors/app-error.ts'
import type { AlgorithmsService } from '../algorithms/algorithms.service.ts'
import type { MarketService } from '../instruments/market.service.ts'
import { checkRights, lastEnd } from './check-rights.ts'
import { checkPeriod, endOfData, longBarsOf } from './check-settings.ts'

interface AcceptDeps {
  readonly algorithms: Pick<AlgorithmsService, 'visibleVersion'>
  readonly market: Pick<MarketService, 'find'>
  readonly rightsOf: (userId: string) => Promise<Rights>
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
  const untraded = untradedMarket(
    settings.models?.markets,
    markets.map(({ id }) => id),
  )
  if (untraded !== null) throw invalid(`The script does not open ${untraded}, which has models`, 'models')
  return { version, instrument, markets, start, end }
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
