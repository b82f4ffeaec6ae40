import type { ClosedParts, LedgerRow, PositionRow, VenueOrderRow } from '@tradeloom/database'
import type { AccountModel, ListedInstrument } from '@tradeloom/domain'
import { feeIn, fillCosts, isProtection, type PlacePayload, receivedOf, wantedLevels } from '@tradeloom/trading'
import type { VenueFill } from '@tradeloom/venues'
import { type BookedPositions, bookPosition } from './book-position.ts'
import type { BrokerChange } from './brokers-messages.ts'
import type { FillPrices } from './fill-prices.ts'
import { lastForm } from './order-forms.ts'
import type { Owner } from './order-owner.ts'
import { filledOrder, fillRow, withFill } from './stated-rows.ts'

export type Change = readonly [BrokerChange['kind'], string]

/** An order with all that has to be known to book what it has executed. */
export interface ExecutedOrder {
  readonly account: {
    readonly accountId: string
    readonly userId: string
    readonly venue: string
    readonly currency: string
    readonly model: AccountModel
  }
  /** Null for an order that has no request. */
  readonly owner: Owner | null
  /** As it is stored. */
  readonly order: VenueOrderRow | null
  /** The position that it adds to or reduces. */
  readonly position: PositionRow | null
  /** Further ones in its market that it may reduce, at a netting account or on a leg: the oldest first. */
  readonly others: readonly PositionRow[]
  /** The guardian closes the position with it. */
  readonly isGuardian: boolean
  readonly listing: ListedInstrument | null
  /** Account currency per unit of the currency of its fees, and of the quote currency; null if nobody knows it. */
  readonly feeRate: number | null
  readonly rate: number | null
}

export interface LoadedFill {
  readonly fill: VenueFill
  readonly prices: FillPrices
  /** The newest price before it; -1 where none is needed. */
  readonly matchedRow: number
}

export interface BookedExecutions {
  readonly intentId: string | null
  readonly rows: readonly LedgerRow[]
  readonly changes: readonly Change[]
  /** Of executions that concern several positions, by the id of the trade: what was closed of each. */
  readonly closed: ClosedParts
  /** How many of the executions were booked: what comes then is another position's. */
  readonly count: number
}

/** What executions of one order change, as many of them as there are until they close its position. */
export function bookExecutions(executed: ExecutedOrder, fills: readonly LoadedFill[], now: Date): BookedExecutions {
  const { account, owner, isGuardian, listing } = executed
  const { intent, of, form, answered } = owner ?? { intent: null, of: null, form: 0, answered: null }
  const terms = termsOf(owner)
  const isChanged = of !== null && of.forms.length > 1
  let order = executed.order && isChanged ? { ...executed.order, ...pricesOf(terms) } : executed.order
  let { position } = executed
  let next = intent
  const common = { accountId: account.accountId, intent, isGuardian }
  const booked: LedgerRow[] = []
  const changed = new Map<string, PositionRow>()
  const parts: PositionRow[] = []
  const closed: Record<string, Readonly<Record<string, number>>> = {}
  for (const { fill, prices, matchedRow } of fills) {
    const fee = feeIn(fill, listing, account.currency, executed.feeRate)
    const reason = isGuardian ? 'guardian' : closingReason(executed, position, fill)
    // What its first execution has set may have been changed since. One that reverses a position sets what is opened then.
    const isAdding = position !== null && (position.direction === 'LONG') === (fill.side === 'BUY')
    const isFurther = isAdding && (next?.filled ?? 0) > 0
    const levels = { ...levelsOf(isFurther ? null : terms, account.model, fill), matchedRow, reason }
    const after = bookOne(executed, position, { fill, fee: fee.amount ?? 0, prices, terms: levels })
    next = next && withFill(next, fill, order?.quantity)
    if (order && next) order = filledOrder(order, next, now)
    // It was filled at the terms that its own form had.
    const orderThen = order && isChanged ? { ...order, ...pricesOf(of.forms[form]?.terms ?? null) } : order
    const received = listing && account.model === 'spot' ? receivedOf(fill, listing) : fill.quantity
    const row = fillRow(fill, {
      ...common,
      order: orderThen,
      position: after.position,
      profit: after.profit,
      fee,
      received,
      reason,
      prices,
      lacks: after.hasRate ? null : `profit: there is no rate of ${listing?.quote ?? ''}`,
    })
    booked.push({ table: 'fills', row })
    parts.push(...after.parts)
    for (const one of after.changed) changed.set(one.id, one)
    if (after.changed.length > 1) closed[fill.tradeId] = after.closed
    ;({ position } = after)
    if (position?.status !== 'OPEN' || after.changed.length > 1) break
  }
  const filled = order && next ? order : null
  const venueId = form === 0 ? (fills[0]?.fill.venueId ?? null) : (intent?.venueId ?? null)
  // A part comes after the position, whose number it takes over.
  const positions = [...changed.values(), ...parts]
  const rows: LedgerRow[] = [
    ...positions.map((row) => ({ table: 'positions', row }) as const),
    ...(filled ? [{ table: 'venue_orders', row: filled } as const] : []),
    ...(next ? [{ table: 'intents', row: { ...next, filledAt: now, venueId } } as const] : []),
    ...(answered ? [{ table: 'intents', row: answered } as const] : []),
    ...booked,
  ]
  const changes: Change[] = [
    ...fills.slice(0, booked.length).map(({ fill }) => ['execution', fill.tradeId] as const),
    ...positions.map(({ id }) => ['position', id] as const),
    ...(filled ? [['order', filled.id] as const] : []),
  ]
  return { intentId: intent?.id ?? null, rows, changes, closed, count: booked.length }
}

type OneFill = Pick<LoadedFill, 'fill' | 'prices'> & Pick<Parameters<typeof bookPosition>[1], 'fee' | 'terms'>

function bookOne(
  { account, owner, others, listing, rate }: ExecutedOrder,
  held: PositionRow | null,
  { fill, fee, prices, terms }: OneFill,
) {
  const { model, currency } = account
  const positions = held ? [held, ...others.filter(({ id }) => id !== held.id)] : others
  const hasRate = rate !== null || positions.length === 0
  if (!canBook(listing, account)) return { ...NOTHING, hasRate: true }
  const costs = fillCosts({ ...fill, quote: prices.quote })
  const marginRate = listing.marginRatios[currency] ?? listing.marginRate
  const booked = {
    fill,
    listing,
    fee,
    terms,
    costs,
    model,
    marginRate,
    rate: rate ?? 0,
    closes: held?.id ?? closedBy(owner, fill),
  }
  const { accountId, userId, venue } = account
  const of = { accountId, userId, venue, sessionId: owner?.intent.sessionId ?? null }
  return { ...bookPosition(positions, booked, of), hasRate }
}

const NOTHING: BookedPositions = { position: null, changed: [], parts: [], closed: {}, profit: 0 }

/** Profits in another currency than that of a spot account have no rate here; those of inverse contracts are no product. */
function canBook(
  listing: ListedInstrument | null,
  { model, currency }: ExecutedOrder['account'],
): listing is ListedInstrument {
  return model === 'spot' ? listing?.quote === currency : listing !== null && listing.contract !== 'inverse'
}

/** The name of the position that an execution closes, whether it is open or not. */
function closedBy(owner: Owner | null, { position }: VenueFill): string | null {
  if (position) return position.isOpening ? null : position.id
  const payload = owner?.intent.payload
  return payload && 'positionId' in payload ? payload.positionId : null
}

export function termsOf(owner: Owner | null): PlacePayload | null {
  if (owner?.of) return lastForm(owner.of).terms
  return owner?.intent.payload.kind === 'PLACE' ? owner.intent.payload : null
}

function pricesOf(terms: PlacePayload | null): Partial<Pick<PlacePayload, 'quantity' | 'limitPrice' | 'stopPrice'>> {
  if (terms === null) return {}
  const { quantity, limitPrice, stopPrice } = terms
  return { quantity, limitPrice, stopPrice }
}

const CLOSE_REASONS = { stopLoss: 'stop-loss', takeProfit: 'take-profit', trailingStop: 'trailing-stop' } as const
const NO_LEVELS = { stopLoss: null, takeProfit: null, trailingStop: null }

/** The stops that an execution wants for its position. */
function levelsOf(terms: PlacePayload | null, model: AccountModel, { side, price }: VenueFill) {
  if (terms === null || (model === 'spot' && side === 'SELL')) return NO_LEVELS
  return { ...wantedLevels(terms, price), trailingStop: terms.trailingStop }
}

/** Why an execution closes a position, if no person and no script has asked for it. */
function closingReason(
  { account: { model }, owner }: ExecutedOrder,
  held: PositionRow | null,
  { side, isLiquidation }: VenueFill,
): string | null {
  if (isLiquidation) return 'margin'
  const isOpposite = held !== null && (held.direction === 'LONG') === (side === 'SELL')
  if (model === 'spot' ? side === 'BUY' : !isOpposite) return null
  if (owner === null) return 'external'
  const { payload } = owner.intent
  if (payload.kind === 'CLOSE') return payload.reason ?? null
  if (payload.kind === 'PLACE' && model === 'netting') return 'netting'
  if (!isProtection(payload)) return null
  return CLOSE_REASONS[payload.guard]
}
