import { isoTime, type RowIndex, type TradeRequest, UserError, type VenueEvent } from '@tradeloom/domain'

import type { Account } from './account/account.ts'
import type { Booking } from './account/booking.ts'
import { Conversion, type ConversionMarket } from './account/conversion.ts'
import { FinancingCharges } from './account/financing-charges.ts'
import { marginModel } from './account/margin-model.ts'
import { MarketPositions } from './account/market-positions.ts'
import type { Clock } from './market/clock.ts'
import { USUAL_PATH } from './market/path-chooser.ts'
import { firstRowAt, isCoarse, type MarketRows, marketRows } from './market/market-rows.ts'
import { Quote } from './market/quote.ts'
import { TradedMarket } from './traded-market.ts'
import { TradingHours } from './market/trading-hours.ts'
import type { OrderRegistry } from './account/order-registry.ts'
import { Excursions, type MarketExcursions } from './record/excursions.ts'
import type { MarketSpec, RunSpec } from './run-spec.ts'
import type { Events } from './account/events.ts'
import type { Series } from './series.ts'
import { ExternalVenue } from './venues/external/external-venue.ts'
import type { Liquidation } from './venues/simulated/liquidation.ts'
import { SimulatedVenue } from './venues/simulated/simulated-venue.ts'

/** A market with its rows. */
export interface MarketParts {
  readonly spec: MarketSpec
  readonly rows: MarketRows
  readonly intrabarTicks: MarketRows | null
  readonly excursions: MarketExcursions
}

/** A market with the rows that a backtest trades, `to` excluded; earlier rows are history. */
export interface MarketData extends MarketParts {
  readonly from: RowIndex
  readonly to: RowIndex
}

/** The markets of a run, its own instrument first. */
export function marketSpecs(spec: RunSpec): MarketSpec[] {
  const { instrument, closures, swap, funding } = spec
  return [{ instrument, closures, swap, funding }, ...(spec.markets ?? [])]
}

/** The rows of a market. Throws UserError if the data does not fit the run. */
export function marketData(spec: RunSpec, market: MarketSpec, series: readonly Series[]): MarketData {
  const own = seriesOf(spec, market, series)
  const { precision, id } = market.instrument
  const rows = marketRows(own.columns, spec.prices, precision, spec.barIntervals?.[id] ?? null)
  // A long bar belongs to the run only as a whole: its close is not known before its end.
  const coarseMs = isCoarse(rows) ? rows.rowMs : 0
  const end = coarseMs > 0 ? spec.end - coarseMs + 1 : spec.end
  const from = firstRowAt(rows.time, spec.start)
  const to = firstRowAt(rows.time, end)
  if (from >= to) {
    throw new UserError(
      'run-input',
      `There are no ${coarseMs > 0 ? 'whole bars' : 'prices'} of ${id} from ${isoTime(spec.start)} to ${isoTime(spec.end)}`,
    )
  }
  const excursions = new Excursions(rows)
  return { spec: market, rows, intrabarTicks: intrabarTickRows(spec, market, series), excursions, from, to }
}

/** A market's part of the account: its positions, last prices and conversion rate. */
export function marketPositions(
  spec: RunSpec,
  { spec: market, rows, excursions }: MarketParts,
  index: number,
  conversions: readonly ConversionMarket[],
): MarketPositions {
  const { instrument } = market
  const quote = new Quote(rows)
  quote.time = spec.start
  return new MarketPositions({
    market: index,
    instrument,
    quote,
    conversion: Conversion.between(instrument, spec.accountCurrency, conversions),
    margin: marginModel(spec.margin, instrument),
    excursions,
  })
}

export interface MarketContext {
  readonly spec: RunSpec
  readonly clock: Clock
  readonly account: Account
  readonly booking: Booking
  readonly registry: OrderRegistry
  readonly events: Events
}

/** Makes a market whose orders are matched here. */
export function simulatedMarket(
  context: MarketContext & { readonly liquidation: Liquidation; readonly random: () => number },
  parts: MarketParts,
  positions: MarketPositions,
): { readonly market: TradedMarket; readonly venue: SimulatedVenue } {
  const { spec, account } = context
  const { quote } = positions
  const coarseMs = isCoarse(parts.rows) ? parts.rows.rowMs : 0
  const financing = new FinancingCharges(parts.spec, spec.start, account, positions)
  const venue = new SimulatedVenue({ ...context, market: parts.spec, quote, positions, coarseMs, financing })
  const tradingHours = new TradingHours(parts.spec, coarseMs)
  const shared = { ...parts, quote, positions, financing, tradingHours }
  const market = new TradedMarket({ ...shared, venue, pathChooser: venue, afterFinancing: () => venue.refresh() })
  return { market, venue }
}

/** Makes a market whose orders leave for a venue outside, which also books its own financing. */
export function externalMarket(
  { spec, account, registry }: MarketContext,
  parts: MarketParts,
  positions: MarketPositions,
  link: { readonly send: (request: TradeRequest) => void; readonly apply: (event: VenueEvent) => void },
): { readonly market: TradedMarket; readonly venue: ExternalVenue } {
  const venue = new ExternalVenue({ ...link, positions, registry })
  const financing = new FinancingCharges({ ...parts.spec, swap: null, funding: null }, spec.start, account, positions)
  const tradingHours = new TradingHours(parts.spec, 0)
  const shared = { ...parts, quote: positions.quote, positions, financing, tradingHours }
  const market = new TradedMarket({ ...shared, venue, pathChooser: USUAL_PATH, afterFinancing: null })
  return { market, venue }
}

function seriesOf(spec: RunSpec, { instrument }: MarketSpec, series: readonly Series[]): Series {
  const { id } = instrument
  const isOwn = id === spec.instrument.id
  const first = isOwn ? series[0] : series.find(({ instrumentId }) => instrumentId === id)
  if (!first || first.instrumentId !== id) {
    throw new UserError(
      'run-input',
      isOwn ? `The first series must be the traded one, ${id}` : `There is no data of ${id}`,
    )
  }
  const { kind } = first.columns
  if (spec.resolution === 0 && kind !== 'tick') {
    throw new UserError('run-input', `Tick resolution needs ticks of ${id}, and there are only bars`)
  }
  if (spec.resolution === 1 && kind !== 'bar') {
    throw new UserError('run-input', `Minute resolution needs bars of ${id}, and there are only ticks`)
  }
  return first
}

/** Ticks of a traded instrument in addition to its bars. */
function intrabarTickRows(spec: RunSpec, { instrument }: MarketSpec, series: readonly Series[]): MarketRows | null {
  const [, ticks] = series.filter(({ instrumentId }) => instrumentId === instrument.id)
  if (!ticks) return null
  if (ticks.columns.kind !== 'tick') throw new UserError('run-input', `${instrument.id} was given twice`)
  return marketRows(ticks.columns, spec.prices, instrument.precision)
}

/** Conversions use bid and ask regardless of the price model. Other traded markets can serve, too. */
export function conversionMarkets(spec: RunSpec, market: MarketSpec, series: readonly Series[]): ConversionMarket[] {
  const { conversions, barIntervals } = spec
  const others = marketSpecs(spec).map(({ instrument }) => instrument)
  const found = new Map<string, ConversionMarket>()
  for (const { instrumentId, columns } of series) {
    if (instrumentId === market.instrument.id || found.has(instrumentId)) continue
    const instrument = [...conversions, ...others].find(({ id }) => id === instrumentId)
    if (!instrument) continue
    const interval = barIntervals?.[instrumentId] ?? null
    found.set(instrumentId, { instrument, rows: marketRows(columns, 'both', instrument.precision, interval) })
  }
  return [...found.values()]
}
