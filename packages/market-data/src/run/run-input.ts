import type { RunSpec, SourceSpec } from '@tradeloom/engine'
import { type Interval, type MarketModels, NO_MARKET_MODELS, type RunModels, UserError } from '@tradeloom/domain'
import {
  gradedBars,
  type MarketQuality,
  qualityForRun,
  qualityOfMarkets,
  type RunQuality,
} from '../quality/run-quality.ts'
import type { ColumnsFile } from '../store/columns-file.ts'
import type { MarketReader } from '../store/market-reader.ts'
import type { SpreadChoice } from '../store/spread-model.ts'
import { marketForRun, type RunMarket, type RunSeries } from './market-for-run.ts'

/** A custom indicator as the script of a run sees it. */
export interface RunIndicator {
  readonly key: string
  readonly script: string
  readonly scriptHash: string
}

/** The settings of a run, from a stored backtest or from an exported one. */
export interface RunSettings {
  readonly instrumentId: string
  /** Ids of the other instruments that the script opens. */
  readonly markets: readonly string[]
  readonly start: Date
  readonly end: Date
  readonly interval: string
  readonly resolution: number
  readonly initialBalance: number
  readonly accountCurrency: string
  readonly externals: Readonly<Record<string, number>>
  /** Externals of the script, in its order. */
  readonly declared: readonly { readonly name: string }[]
  readonly models: RunModels
  readonly fullTables: {
    readonly spreadByHour: readonly number[] | null
    readonly fundingRates: readonly (readonly [time: number, rate: number])[] | null
    readonly swapRates: readonly (readonly [day: number, long: number, short: number])[] | null
  }
  /** Ordered by key. */
  readonly indicators: readonly RunIndicator[]
  /** States of the datasets that the script reads; omitted for runs of before there were any. */
  readonly sources?: readonly SourceSpec[]
  readonly seed: number
}

/** A dataset of a run: its columns lie in a file as prices do. */
interface RunSource {
  /** Its id in the run. */
  readonly instrumentId: string
  readonly columnsFile: ColumnsFile
}

export interface RunInput {
  readonly spec: RunSpec
  /** Custom indicators of the version, ordered by key. */
  readonly indicators: readonly RunIndicator[]
  readonly market: RunMarket
  /** Everything that the run reads: the series of its markets, intrabar ticks, and the datasets of its script. */
  readonly series: readonly (RunSeries | RunSource)[]
  /** Quality of the prices of the run's instrument in its period. */
  readonly quality: RunQuality
  /** The same for the other markets, in order. */
  readonly otherQualities: readonly MarketQuality[]
  /** What the trader should know about the input. */
  readonly warnings: readonly string[]
}

/** Everything a run depends on besides its script. */
export async function runInput(store: MarketReader, row: RunSettings): Promise<RunInput> {
  const resolution = row.resolution === 0 ? 0 : 1
  const start = row.start.getTime()
  const end = row.end.getTime()
  const { accountCurrency, instrumentId } = row
  const { spread: _, markets: ofMarkets = {}, ...models } = row.models
  const market = await marketForRun(store, {
    instrumentId,
    resolution,
    start,
    end,
    accountCurrency,
    markets: row.markets,
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
  const otherQualities = await qualityOfMarkets(store, market, { start, end })
  const spec: RunSpec = {
    ...models,
    funding: withFundingRates(row),
    swap: withSwapRates(row),
    instrument: market.instrument,
    conversions: market.conversions,
    ...(market.markets.length > 0 ? { markets: market.markets.map((one) => withFinancing(one, ofMarkets)) } : {}),
    ...(row.sources && row.sources.length > 0 ? { sources: row.sources } : {}),
    interval: row.interval as Interval,
    resolution,
    barIntervals: market.barIntervals,
    start,
    end,
    initialBalance: row.initialBalance,
    accountCurrency,
    externals: row.externals,
    closures: market.closures,
    quality: gradedBars([quality, ...otherQualities]),
    seed: row.seed,
  }
  const prices = market.intrabarTicks ? [...market.series, market.intrabarTicks] : market.series
  return {
    spec,
    indicators: row.indicators,
    market,
    series: [...prices, ...(await sourcesOf(store, row.sources ?? []))],
    quality,
    otherQualities,
    warnings: [
      ...market.notes,
      ...unusedSpread(row, market),
      ...missingExternals(row),
      ...unfinancedMarkets(row, market),
    ],
  }
}

/** The columns of stored states. Throws UserError if one is not stored any more. */
export async function sourcesOf(store: MarketReader, specs: readonly SourceSpec[]): Promise<RunSource[]> {
  return Promise.all(
    specs.map(async ({ id, generation }) => {
      const state = { code: id.split('#')[0] ?? id, hash: generation }
      const columnsFile = await store.known.columns(state).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' && !/No files found/.test(error.message)) throw error
        throw new UserError('no-data', `The values of series ${id} that this run read are no longer stored here`)
      })
      return { instrumentId: id, columnsFile }
    }),
  )
}

/** What one-price data is given between its sides. */
function spreadChoice({ models: { spread }, fullTables: { spreadByHour } }: RunSettings): SpreadChoice {
  if (spread.model === 'fixed') return { spreadPips: spread.pips }
  return spread.model === 'hourly' && spreadByHour ? { spreadByHour } : {}
}

function unusedSpread({ models: { spread } }: RunSettings, { series }: RunMarket): string[] {
  const isUsed = series.some(({ columnsFile }) => columnsFile.spreadModel.source !== 'both')
  if (spread.model === 'data' || isUsed) return []
  return ['The spread model was not used: the market data has its own bid and ask']
}

/** Swap and funding rates belong to one instrument, so those of the run do not apply to the other markets. */
function withFinancing(
  { instrument, closures }: RunMarket['markets'][number],
  ofMarkets: Readonly<Record<string, MarketModels>>,
): NonNullable<RunSpec['markets']>[number] {
  return { instrument, closures, ...(ofMarkets[instrument.id] ?? NO_MARKET_MODELS) }
}

/** Markets without financing in a run that charges it: the trader may have forgotten them. */
function unfinancedMarkets({ models: { swap, funding, markets: own = {} } }: RunSettings, market: RunMarket): string[] {
  if (swap === null && funding === null) return []
  const free = market.markets
    .map(({ instrument }) => instrument.id)
    .filter((id) => {
      const models = own[id] ?? NO_MARKET_MODELS
      return models.swap === null && models.funding === null
    })
  return free.length === 0 ? [] : [`No swap or funding is charged for ${free.join(', ')}`]
}

function withFundingRates({ models: { funding }, fullTables: { fundingRates } }: RunSettings): RunSpec['funding'] {
  return funding && fundingRates ? { ...funding, rates: fundingRates } : funding
}

function withSwapRates({ models: { swap }, fullTables: { swapRates } }: RunSettings): RunSpec['swap'] {
  return swap && swapRates ? { ...swap, rates: swapRates } : swap
}

function missingExternals({ declared, externals }: RunSettings): string[] {
  return declared
    .filter(({ name }) => !Object.hasOwn(externals, name))
    .map(({ name }) => `Externals value not set: ${name} was undefined in the script`)
}
