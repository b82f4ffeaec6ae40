import type { RunSpec } from '@tradeloom/engine'
import type { Interval } from '@tradeloom/domain'
import {
  marketForRun,
  type MarketStore,
  qualityForRun,
  type RunMarket,
  type RunQuality,
  type RunSeries,
  type SpreadChoice,
} from '@tradeloom/market-data'
import type { TakenRun } from '../backtests.repository.ts'

export interface RunInput {
  readonly spec: RunSpec
  readonly market: RunMarket
  /** Everything that the run reads: the market's series, and the ticks that decide unclear minutes. */
  readonly series: readonly RunSeries[]
  /** How good the prices of the traded instrument are in the run's period. */
  readonly quality: RunQuality
  /** What the trader has to know about the input. */
  readonly warnings: readonly string[]
}

/** What a run needs besides its script: the data, and everything that it depends on. */
export async function runInput(store: MarketStore, row: TakenRun): Promise<RunInput> {
  const resolution = row.resolution === 0 ? 0 : 1
  const start = row.start.getTime()
  const end = row.end.getTime()
  const { accountCurrency, instrumentId } = row
  const { spread: _, ...models } = row.models
  const market = await marketForRun(store, {
    instrumentId,
    resolution,
    start,
    end,
    accountCurrency,
    ...spreadChoice(row),
  })
  const price = market.series[0]?.columnsFile.spreadModel.source === 'both' ? 'quote' : 'trade'
  const quality = await qualityForRun(store, {
    instrumentId: market.instrument.id,
    interval: market.interval,
    start,
    end,
    price,
  })
  const spec: RunSpec = {
    ...models,
    funding: withFundingRates(row),
    swap: withSwapRates(row),
    instrument: market.instrument,
    conversions: market.conversions,
    interval: row.interval as Interval,
    resolution,
    barIntervals: market.barIntervals,
    start,
    end,
    initialBalance: row.initialBalance,
    accountCurrency,
    externals: row.externals,
    closures: market.closures,
    quality: { good: quality.good, all: quality.expected },
    seed: row.seed,
  }
  const series = market.finer ? [...market.series, market.finer] : market.series
  return {
    spec,
    market,
    series,
    quality,
    warnings: [...market.notes, ...unusedSpread(row, market), ...missingExternals(row)],
  }
}

/** What one-price data is given between its sides. */
function spreadChoice({ models: { spread }, fullTables: { spreadByHour } }: TakenRun): SpreadChoice {
  if (spread.model === 'fixed') return { spreadPips: spread.pips }
  return spread.model === 'hourly' && spreadByHour ? { spreadByHour } : {}
}

function unusedSpread({ models: { spread } }: TakenRun, { series }: RunMarket): string[] {
  const isUsed = series.some(({ columnsFile }) => columnsFile.spreadModel.source !== 'both')
  if (spread.model === 'data' || isUsed) return []
  return ['The spread model was not used: the market data has bid and ask of its own']
}

function withFundingRates({ models: { funding }, fullTables: { fundingRates } }: TakenRun): RunSpec['funding'] {
  return funding && fundingRates ? { ...funding, rates: fundingRates } : funding
}

function withSwapRates({ models: { swap }, fullTables: { swapRates } }: TakenRun): RunSpec['swap'] {
  return swap && swapRates ? { ...swap, rates: swapRates } : swap
}

function missingExternals({ declared, externals }: TakenRun): string[] {
  return declared
    .filter(({ name }) => !Object.hasOwn(externals, name))
    .map(({ name }) => `Externals value not set: ${name} was undefined in the script`)
}
