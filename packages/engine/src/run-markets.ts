import { isoTime, type MarketColumns, type RowIndex, UserError } from '@tradeloom/domain'

import type { Account } from './account/account.ts'
import { applyOutsideEvent, type OutsideContext } from './account/apply-outside-event.ts'
import type { Booking } from './account/booking.ts'
import { Conversion, type ConversionMarket } from './account/conversion.ts'
import { FinancingCharges } from './account/financing-charges.ts'
import { marginModel } from './account/margin-model.ts'
import { MarketPositions } from './account/market-positions.ts'
import type { Clock } from './market/clock.ts'
import { GrowingRows } from './market/growing-rows.ts'
import { firstRowAt, isCoarse, type MarketRows, marketRows } from './market/market-rows.ts'
import { Quote } from './market/quote.ts'
import { TradedMarket } from './market/traded-market.ts'
import { TradingHours } from './market/trading-hours.ts'
import type { OrderRegistry } from './orders/order-registry.ts'
import type { Feed } from './ports/feed.ts'
import { Excursions } from './record/excursions.ts'
import type { MarketSpec, RunSpec } from './run-spec.ts'
import type { Events } from './script/events.ts'
import type { Series } from './series.ts'
import { ExternalVenue, type VenueLink } from './venues/external/external-venue.ts'
import type { Liquidation } from './venues/simulated/liquidation.ts'
import { SimulatedVenue } from './venues/simulated/simulated-venue.ts'

/** A market with the rows that the run trades, `to` excluded; earlier rows are history. */
export interface MarketData {
  readonly spec: MarketSpec
  readonly rows: MarketRows
  readonly intrabarTicks: MarketRows | null
  readonly excursions: Excursions
  readonly from: RowIndex
  readonly to: RowIndex
  /** Reads the next block of a feed; returns the new `to`. */
  readonly more: () => RowIndex
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
  const read = (columns: MarketColumns) => marketRows(columns, spec.prices, precision, spec.barIntervals?.[id] ?? null)
  const { feed } = own
  const rows = feed ? new GrowingRows(read(own.columns)) : read(own.columns)
  // A long bar belongs to the run only as a whole: its close is not known before its end.
  const coarseMs = isCoarse(rows) ? rows.rowMs : 0
  const end = coarseMs > 0 ? spec.end - coarseMs + 1 : spec.end
  const more = (): RowIndex => {
    // Nothing is needed past the end of the run.
    if (rows instanceof GrowingRows && firstRowAt(rows.time, end) === rows.count) appendNext(rows, feed, read)
    return firstRowAt(rows.time, end)
  }
  const from = firstRowAt(rows.time, spec.start)
  const to = firstRowAt(rows.time, end)
  if (from >= to) {
    throw new UserError(
      'run-input',
      `There are no ${coarseMs > 0 ? 'whole bars' : 'prices'} of ${id} from ${isoTime(spec.start)} to ${isoTime(spec.end)}`,
    )
  }
  const excursions = new Excursions(rows)
  return { spec: market, rows, intrabarTicks: intrabarTickRows(spec, market, series), excursions, from, to, more }
}

/** Appends the next nonempty block of a feed, if there is one. */
function appendNext(rows: GrowingRows, feed: Feed | undefined, read: (columns: MarketColumns) => MarketRows): void {
  for (let block = feed?.next(); block; block = feed?.next()) {
    if (block.time.length > 0) return rows.append(read(block))
  }
}

/** A market's part of the account: its positions, last prices and conversion rate. */
export function marketPositions(
  spec: RunSpec,
  { spec: market, rows, excursions }: MarketData,
  place: number,
  series: readonly Series[],
): MarketPositions {
  const { instrument } = market
  const quote = new Quote(rows)
  quote.time = spec.start
  return new MarketPositions({
    market: place,
    instrument,
    quote,
    conversion: Conversion.between(instrument, spec.accountCurrency, conversionMarkets(spec, market, series)),
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
  readonly liquidation: Liquidation
  readonly random: () => number
  /** Where orders go instead of the simulated market. */
  readonly link: VenueLink | null
}

export function tradedMarket(context: MarketContext, data: MarketData, positions: MarketPositions): TradedMarket {
  const { spec, account } = context
  const { rows, intrabarTicks, excursions } = data
  const { quote } = positions
  const coarseMs = isCoarse(rows) ? rows.rowMs : 0
  const financing = new FinancingCharges(data.spec, spec.start, account, positions)
  const venue = context.link
    ? externalVenue(context, context.link, positions)
    : new SimulatedVenue({ ...context, market: data.spec, quote, positions, coarseMs, financing })
  const tradingHours = new TradingHours(data.spec, coarseMs)
  return new TradedMarket({
    spec: data.spec,
    rows,
    intrabarTicks,
    quote,
    positions,
    excursions,
    financing,
    tradingHours,
    venue,
  })
}

function externalVenue(context: MarketContext, link: VenueLink, { market }: MarketPositions): ExternalVenue {
  const { clock, registry } = context
  return new ExternalVenue({
    link,
    clock,
    market,
    registry,
    apply: (event) => applyOutsideEvent(outside(context), event),
  })
}

export function outside({ account, booking, registry, spec }: MarketContext): OutsideContext {
  return { account, booking, registry, accounting: spec.accounting }
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
function conversionMarkets(spec: RunSpec, market: MarketSpec, series: readonly Series[]): ConversionMarket[] {
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
