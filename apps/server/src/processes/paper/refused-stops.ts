import { type IntentRow, type LedgerRow, newIntent, type PositionRow, type VenueOrderRow } from '@tradeloom/database'
import type { RefusedStop } from '@tradeloom/domain'
import type { PaperBook, PaperEvent } from '@tradeloom/engine'
import type { TickRow } from '@tradeloom/market-data/ticks'
import { nextIntent, wantedLevels } from '@tradeloom/trading'
import type { OpenAccount } from './open-account.ts'
import type { RefusedLevels } from './protective-orders.ts'

const CANCELED = 'the market had passed its stop loss: at this venue the order is canceled then'

const LINK_CANCELED = 'the linked order was ended'

/** A stop that the market had passed when its order was filled. */
interface PassedStop {
  readonly orderId: string
  readonly positionId: string
  readonly instrumentId: string
  readonly stopLoss: number
  readonly reason: string
  readonly isOfSession: boolean
}

/** What has become of the stops of positions that have just been opened. */
export interface OpenedStops {
  /** Levels that were refused, by position. */
  readonly refused: Map<string, RefusedLevels>
  /** Stops that were refused and are held instead, with the reason, by position. */
  readonly held: Map<string, string>
  /** Positions that are to be closed. */
  readonly closed: Set<string>
  /** Orders that are not filled at all. */
  readonly canceled: Set<string>
}

/**
 * Sets the stops of positions that persons' orders have opened, and deals with those that the market has passed as the venue
 * of the prices does. Orders of sessions have opened with theirs. `policyOf`: what that is in a market.
 */
export async function openStops(
  { book, orders, sessions }: OpenAccount,
  events: readonly PaperEvent[],
  tick: Pick<TickRow, 'bid' | 'ask'>,
  policyOf: (instrumentId: string) => Promise<RefusedStop>,
): Promise<OpenedStops> {
  const stops: OpenedStops = { refused: new Map(), held: new Map(), closed: new Set(), canceled: new Set() }
  for (const event of events) {
    const order = event.kind === 'OPENED' ? orders.get(event.orderId) : undefined
    if (event.kind !== 'OPENED' || !order) continue
    const { positionId, orderId } = event
    const isOfSession = (sessions.get(order.id) ?? null) !== null
    const wanted = wantedLevels(order, event.price)
    const answers = isOfSession ? {} : setLevels(book, positionId, wanted)
    stops.refused.set(positionId, answers)
    const reason = isOfSession ? passedReason(order.side, wanted.stopLoss, tick) : (answers.stopLoss ?? null)
    if (reason === null || wanted.stopLoss === null) continue
    const { instrumentId } = order
    const passed = { orderId, positionId, instrumentId, stopLoss: wanted.stopLoss, reason, isOfSession }
    settlePassed(stops, passed, book, await policyOf(instrumentId))
  }
  return stops
}

function settlePassed(
  { refused, held, closed, canceled }: OpenedStops,
  { orderId, positionId, stopLoss, reason, isOfSession }: PassedStop,
  book: PaperBook,
  policy: RefusedStop,
): void {
  if (policy === 'cancel') canceled.add(orderId)
  else if (policy === 'close') closed.add(positionId)
  else if (!isOfSession) {
    book.holdStop(positionId, stopLoss)
    refused.set(positionId, { ...refused.get(positionId), stopLoss: null })
    held.set(positionId, reason)
  }
}

/**
 * Why a venue would refuse the stop with which an order of a session has opened its position, and may have closed it; null if
 * it would not.
 */
function passedReason(
  side: VenueOrderRow['side'],
  stopLoss: number | null,
  { bid, ask }: Pick<TickRow, 'bid' | 'ask'>,
): string | null {
  const isPassed = stopLoss !== null && (side === 'BUY' ? stopLoss >= bid : stopLoss <= ask)
  return isPassed ? 'the market has passed it' : null
}

/** Each level on its own: a refused target leaves the stop. */
export function setLevels(
  book: PaperBook,
  positionId: string,
  levels: {
    readonly stopLoss?: number | null
    readonly takeProfit?: number | null
    readonly trailingStop?: number | null
  },
): RefusedLevels {
  const entries = Object.entries(levels).filter(([, level]) => level !== undefined)
  return Object.fromEntries(
    entries.map(([name, level]) => [name, book.changePosition(positionId, { [name]: level }).reason]),
  )
}

/** The orders with those that are linked to them, which end with them. */
export function withLinked({ links }: OpenAccount, canceled: ReadonlySet<string>): ReadonlySet<string> {
  const linked = [...links].filter((pair) => pair.some((id) => canceled.has(id)))
  return new Set([...canceled, ...linked.flat()])
}

/** Orders that end instead of being filled, and those that are linked to them, with the requests for them. */
export function canceledRows(
  open: OpenAccount,
  canceled: ReadonlySet<string>,
  intents: readonly IntentRow[],
  now: Date,
): LedgerRow[] {
  return [...withLinked(open, canceled)].flatMap((id): LedgerRow[] => {
    const order = open.orders.get(id)
    if (!order) return []
    const [status, why] = canceled.has(id) ? (['REJECTED', CANCELED] as const) : (['CANCELED', LINK_CANCELED] as const)
    const row = { ...order, status, reason: why, changedAt: now }
    const intent = intents.find((one) => one.id === order.intentId)
    if (!intent) return [{ table: 'venue_orders', row }]
    const facts = { ...intent, quantity: order.quantity, tradeIds: new Set<string>() }
    const { state, reason } = nextIntent(
      facts,
      status === 'REJECTED' ? { kind: 'REFUSED', reason: why } : { kind: 'ENDED', state: status, reason: why },
    )
    return [
      { table: 'venue_orders', row },
      { table: 'intents', row: { ...intent, state, reason } },
    ]
  })
}

/** The request that closes a position whose stop was refused. */
export function closingRow({ id, accountId, userId, instrumentId, quantity }: PositionRow, now: Date): IntentRow {
  const payload = { kind: 'CLOSE', positionId: id, quantity, reason: 'stop-loss' } as const
  // The paper venue shares its names with nobody.
  return newIntent({ accountId, userId, instrumentId, payload, installation: 'paper', decidedAt: now.getTime() })
}
