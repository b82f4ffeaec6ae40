import { createHash } from 'node:crypto'
import { type CompactResult, ENGINE_VERSION } from '@tradeloom/engine'
import type { RunInput } from './run-input.ts'

/** Everything that the result depends on: the same record gives the same result. */
export function runManifest(
  input: RunInput,
  scriptHash: string,
  result: CompactResult | null,
): Record<string, unknown> {
  const { spec, market } = input
  const prices = market.intrabarTicks ? [...market.series, market.intrabarTicks] : market.series
  const traded = [market.instrument, ...market.markets.map(({ instrument }) => instrument)]
  const isTraded = (instrumentId: string): boolean => traded.some(({ id }) => id === instrumentId)
  return {
    scriptHash,
    ...(input.indicators.length > 0
      ? { indicators: input.indicators.map(({ key, scriptHash: hash }) => ({ key, hash })) }
      : {}),
    engineVersion: result?.engineVersion ?? ENGINE_VERSION,
    dataSnapshot: market.snapshot,
    data: prices.map((series) => ({
      instrumentId: series.instrumentId,
      use: series === market.intrabarTicks ? 'intrabar ticks' : isTraded(series.instrumentId) ? 'traded' : 'conversion',
      interval: series.columnsFile.interval,
      price: series.columnsFile.price,
      owner: ownerOf(series.columnsFile.isPrivate),
      rows: series.columnsFile.rows,
      hash: series.columnsFile.snapshot,
      spread: series.columnsFile.spreadModel.text,
      // Whole months: they tell where data differ between two times or two installations.
      months: series.columnsFile.months.map(({ month, contentHash }) => [month, contentHash]),
    })),
    ...fetchedOf(prices),
    calendars: market.calendars.map(({ name, hash, isPrivate }) => ({ name, owner: ownerOf(isPrivate), hash })),
    prices: market.prices,
    ...(market.markets.length > 0
      ? { marketPrices: Object.fromEntries(market.markets.map(({ instrument, prices }) => [instrument.id, prices])) }
      : {}),
    seed: spec.seed,
    spec: { ...spec, funding: withHash(spec.funding), swap: withHash(spec.swap) },
  }
}

/** Which prices were fetched from venues instead of imported from files: `BTCUSDT:BINANCE 2024-01 to 2024-03`. */
function fetchedOf(prices: RunInput['market']['series']): { readonly fetched?: string } {
  const texts = prices.flatMap(({ instrumentId, columnsFile }) => {
    const months = columnsFile.months.filter(({ venue }) => venue !== undefined).map(({ month }) => month)
    const [first, last] = [months[0], months.at(-1)]
    return first === undefined ? [] : [`${instrumentId} ${first === last ? first : `${first} to ${last}`}`]
  })
  return texts.length === 0 ? {} : { fetched: `from the venue: ${texts.join(', ')}` }
}

function ownerOf(isPrivate: boolean): 'private' | 'shared' {
  return isPrivate ? 'private' : 'shared'
}

/** The rates themselves are kept with the run; thousands of them would drown the rest of the manifest. */
function withHash(model: RunInput['spec']['funding'] | RunInput['spec']['swap']): object | null {
  if (!model?.rates) return model
  const { rates, ...others } = model
  return { ...others, rates: rates.length, ratesHash: createHash('sha256').update(JSON.stringify(rates)).digest('hex') }
}
