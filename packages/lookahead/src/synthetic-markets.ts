import { type BarColumns, defineInstrument, type Instrument } from '@tradeloom/domain'
import type { MarketSpec, RunSpec, Series } from '@tradeloom/engine'

import { syntheticMarket, type SyntheticMarket } from './synthetic-market.ts'

/** The other markets of a script on simulated data, and what converts their profits. */
export interface SyntheticMarkets {
  readonly spec: Pick<RunSpec, 'conversions' | 'markets'>
  readonly series: readonly Series[]
}

const NO_MARKETS: SyntheticMarkets = { spec: { conversions: [] }, series: [] }

/** Simulates every instrument that a script opens with `market(...)`, each as an independent random walk. */
export function syntheticMarkets(names: readonly string[], own: SyntheticMarket): SyntheticMarkets {
  const { broker, id } = own.instrument
  const ids = [...new Set(names.map((name) => (name.includes(':') ? name : `${name}:${broker}`)))]
  const instruments = ids.filter((one) => one !== id).map((one) => defineInstrument(one))
  if (instruments.length === 0) return NO_MARKETS
  const traded = [own.instrument, ...instruments]
  const conversions = instruments
    .filter(({ quote, dealt }) => quote !== 'USD' && dealt !== 'USD')
    .map(({ quote }) => traded.find((one) => one.dealt === quote && one.quote === 'USD') ?? conversionOf(quote, broker))
  const unique = [...new Map(conversions.map((one) => [one.id, one])).values()]
  const simulated = [...instruments, ...unique.filter((one) => !traded.includes(one))]
  return {
    spec: { conversions: unique, markets: instruments.map(marketSpec) },
    series: simulated.map((instrument, i) => ({ instrumentId: instrument.id, columns: columnsOf(instrument, i, own) })),
  }
}

function conversionOf(quote: string, broker: string): Instrument {
  return defineInstrument(`${quote}USD:${broker}`)
}

function marketSpec(instrument: Instrument): MarketSpec {
  return { instrument, closures: [], swap: null, funding: null }
}

function columnsOf(instrument: Instrument, i: number, own: SyntheticMarket): BarColumns {
  return syntheticMarket({ ...own, instrument, seed: own.seed * 31 + i + 7, level: levelOf(instrument) })
}

/** A price that fits the precision of the instrument. */
function levelOf({ precision }: Instrument): number {
  if (precision >= 5) return 1.3
  return precision >= 3 ? 150 : 40_000
}
