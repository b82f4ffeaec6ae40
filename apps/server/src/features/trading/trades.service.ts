import type { OrderAccepted } from '@tradeloom/contracts'
import type {
  closePositionRequest,
  openPositionRequest,
  orderRequest,
  protectPositionRequest,
} from '@tradeloom/contracts'
import { type Drizzle, type IntentRow, payloadHash, type VenueOrderRow } from '@tradeloom/database'
import { accountsFor, DUST, isDust, type ListedInstrument } from '@tradeloom/domain'
import {
  closingProblem,
  type LevelChanges,
  levelChangeProblem,
  NO_ORDERS,
  openingProblem,
  type OrderDraft,
  spotMarketProblem,
  validateOrder,
} from '@tradeloom/domain/orders'
import type { IntentPayload, PlacePayload, ProtectPayload } from '@tradeloom/trading'
import type { z } from 'zod'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import type { AccountsService } from './accounts.service.ts'
import { type AccountProcesses, NOT_GUARDED } from './account-processes.ts'
import { type OrderLink, OrderLinks } from './order-links.ts'
import type { PositionsService } from './positions.service.ts'
import type { StoredAccountRow } from './seen-accounts.repository.ts'
import type { TradingRepository } from './trading.repository.ts'
import { brokerNotConnected, orderRefused } from './order-refused.ts'
import { shownPrice } from './shown-price.ts'
import type { WrittenTrades } from './written-trades.ts'
import { marketOwnerProblem } from '../../trading-core/intents/market-owner.ts'
import { countOrders } from '../../trading-core/prices/count-orders.ts'
import { ordersMargin } from '../../trading-core/prices/orders-margin.ts'
import type { LivePrice, Valuation } from '../../trading-core/prices/valuation.ts'

type OpenRequest = z.output<typeof openPositionRequest>
type OrderRequest = z.output<typeof orderRequest>

export interface TradesParts {
  readonly db: Drizzle
  readonly repository: TradingRepository
  readonly accounts: AccountsService
  readonly positions: PositionsService
  readonly valuation: Valuation
  readonly processes: AccountProcesses
  /** Whether the price of an instrument is shown as stale. */
  readonly isSilent: (instrumentId: string) => boolean
  readonly written: WrittenTrades
  readonly now: () => number
}

interface Asked extends Pick<OrderRequest, 'key' | 'accountId' | 'age'> {
  readonly userId: string
  readonly linkedTo?: string | null
}

interface CheckedOrder {
  readonly instrument: ListedInstrument
  readonly price: LivePrice | null
  /** Why it is not sent; null if it may be. */
  readonly problem: string | null
}

const MINUTE_MS = 60_000

const CANNOT_OPEN = 'Cannot open position - broker not connected'
const CANNOT_CLOSE = 'Cannot close position - broker not connected'
const OF_A_SESSION = 'The levels of this position belong to its session while that runs'

/** Takes what people ask for: checks it at the server's own price, and writes it down for the venue of the account. */
export class TradesService {
  readonly #parts: TradesParts
  readonly #links: OrderLinks

  constructor(parts: TradesParts) {
    this.#parts = parts
    this.#links = new OrderLinks(parts.repository)
  }

  open(request: OpenRequest, userId: string): Promise<OrderAccepted> {
    const { key, accountId, instrumentId, direction, quantity, stopLoss, takeProfit, options, age } = request
    const side = direction === 'LONG' ? 'BUY' : 'SELL'
    const trailingStop = options.trailingStopDistance
    const terms = { type: 'MARKET', side, quantity, limitPrice: null, stopPrice: null } as const
    return this.#place({ ...terms, stopLoss, takeProfit, trailingStop }, instrumentId, { key, accountId, userId, age })
  }

  order(request: OrderRequest, userId: string): Promise<OrderAccepted> {
    const { key, accountId, broker, symbol, age, linkedTo, ...terms } = request
    const instrumentId = `${symbol.replaceAll('/', '')}:${broker}`.toUpperCase()
    return this.#place(terms, instrumentId, { key, accountId, userId, age, linkedTo })
  }

  async close(
    { key, positionId, quantity, age }: z.output<typeof closePositionRequest>,
    userId: string,
  ): Promise<OrderAccepted> {
    const { accounts, positions, processes, valuation, written } = this.#parts
    const decidedAt = written.decidedAt(age)
    const isSame = ({ payload }: IntentRow): boolean =>
      payload.kind === 'CLOSE' &&
      payload.positionId === positionId &&
      (quantity ?? payload.quantity) === payload.quantity
    return written.once(userId, key, isSame, async () => {
      const { position, model } = await positions.stored(positionId, userId)
      if (position.status !== 'OPEN') throw conflict('The position is closed already')
      const listed = await valuation.instrument(position.instrumentId)
      const problem = closingProblem(quantity ?? position.quantity, position.quantity, listed)
      if (problem !== null) throw orderRefused(problem)
      const { account } = await accounts.traded(position.accountId, userId)
      const isWhole = (quantity ?? position.quantity) === position.quantity
      const isConnected = await (isWhole ? processes.ensureClosing(account) : processes.ensure(account))
      if (!isConnected) throw brokerNotConnected(CANNOT_CLOSE)
      const payload = { kind: 'CLOSE', positionId: position.id, quantity: quantity ?? position.quantity } as const
      const { accountId, instrumentId } = position
      const price = await valuation.price(instrumentId)
      const listing = model === 'spot' ? listed : null
      if (listing && isDust(payload.quantity, price?.bid ?? position.openPrice, listing)) throw orderRefused(DUST)
      return written.write(payload, { userId, accountId, instrumentId, key, price, denied: null, decidedAt })
    })
  }

  /** Gives a position other levels. Where its venue keeps them as orders, a new one is there before the old one goes. */
  async protect(
    { key, positionId, age, ...levels }: z.output<typeof protectPositionRequest>,
    userId: string,
  ): Promise<OrderAccepted> {
    const { accounts, positions, processes, valuation, written } = this.#parts
    const decidedAt = written.decidedAt(age)
    const payload = protectPayload(positionId, levels)
    const hash = payloadHash(payload)
    return written.once(
      userId,
      key,
      (first) => first.payloadHash === hash,
      async () => {
        const { position, session } = await positions.stored(positionId, userId)
        if (position.status !== 'OPEN') throw conflict('The position is closed already')
        // Its algorithm would go on with the levels that it knows.
        if (session?.stopped === null) throw conflict(OF_A_SESSION)
        const { accountId, instrumentId, direction } = position
        const { account } = await accounts.traded(accountId, userId)
        const connected = processes.ensure(account)
        const [instrument, isConnected] = await Promise.all([valuation.instrument(instrumentId), connected])
        if (!isConnected) throw brokerNotConnected('Cannot change position - broker not connected')
        const price = await valuation.price(instrumentId)
        const isRemoval = Object.values(payload.changes).every((level) => level === null)
        if (!isRemoval) {
          if (!instrument || !price) throw orderRefused(instrument ? 'No price' : 'Instrument not available')
          const problem = levelChangeProblem(direction === 'LONG' ? 'BUY' : 'SELL', levels, price, instrument)
          if (problem) throw orderRefused(problem.message)
        }
        return written.write(payload, { userId, accountId, instrumentId, key, price, denied: null, decidedAt })
      },
    )
  }

  /** Asks the venue to cancel a working order; a stop or target is removed from its position. */
  async cancel(orderId: string, userId: string): Promise<{ intentId: string }> {
    const { accounts, repository, processes, written } = this.#parts
    const found = await repository.order(userId, orderId)
    if (!found)
      throw (await repository.intent(userId, orderId))
        ? conflict('The order is not at the broker yet')
        : notFound('Order')
    const { order } = found
    if (order.status !== 'NEW' && order.status !== 'PARTIALLY_FILLED') throw conflict('The order has ended already')
    const { account } = await accounts.traded(order.accountId, userId)
    if (!(await processes.ensure(account))) throw brokerNotConnected('Cannot cancel order - broker not connected')
    const payload = cancelPayload(order)
    if (!payload) throw conflict('The order cannot be canceled')
    const { accountId, instrumentId } = order
    const decidedAt = this.#parts.now()
    const asked = { userId, accountId, instrumentId, key: undefined, price: null, denied: null, decidedAt }
    return written.write(payload, asked)
  }

  async #place(
    draft: OrderDraft,
    instrumentId: string,
    { key, accountId, userId, age, linkedTo = null }: Asked,
  ): Promise<OrderAccepted> {
    const { accounts, written } = this.#parts
    const decidedAt = written.decidedAt(age)
    const link = linkedTo === null ? null : await this.#links.read(linkedTo, userId)
    const hash = payloadHash(placePayload(draft, instrumentId, link))
    const isSame = (first: IntentRow): boolean =>
      first.payloadHash === hash && (accountId ?? first.accountId) === first.accountId
    return written.once(userId, key, isSame, async () => {
      const account =
        accountId === undefined && link === null
          ? await accounts.firstFor(instrumentId, userId)
          : await accounts.traded(accountId ?? link?.accountId ?? '', userId)
      if (link !== null)
        await this.#links.check(link, { accountId: account.account.id, instrumentId, type: draft.type })
      const { instrument, price, problem } = await this.check(draft, instrumentId, account)
      const payload = placePayload(draft, instrument.id, link)
      const { id } = account.account
      const asked = { userId, accountId: id, instrumentId: instrument.id, key, price, denied: problem, decidedAt }
      const accepted = await written.write(payload, asked)
      if (problem !== null) throw orderRefused(problem)
      return accepted
    })
  }

  /** All that is checked before an order is written down. Throws if it never could be one. */
  async check(draft: OrderDraft, instrumentId: string, account: StoredAccountRow): Promise<CheckedOrder> {
    const { accounts, isSilent, processes, valuation } = this.#parts
    await accounts.requireInPackage(account.account)
    const connected = processes.ensure(account.account)
    const [instrument, isConnected] = await Promise.all([valuation.instrument(instrumentId), connected])
    if (isConnected && !(await processes.ensureGuarded(account))) throw conflict(NOT_GUARDED)
    const price = instrument ? await shownPrice({ isSilent, valuation }, instrument.id) : null
    const problem = await this.#problem(draft, { account, instrument, isConnected, price })
    // What never could be an order leaves no trace.
    if (!instrument || !isConnected) throw isConnected ? orderRefused(problem ?? '') : brokerNotConnected(CANNOT_OPEN)
    return { instrument, price, problem }
  }

  /** The first reason not to send it, by the rules that clients check, too; then what only the server knows. */
  async #problem(
    draft: OrderDraft,
    circumstances: {
      readonly account: StoredAccountRow
      readonly instrument: ListedInstrument | null
      readonly isConnected: boolean
      readonly price: LivePrice | null
    },
  ): Promise<string | null> {
    const { db, repository, valuation, now } = this.#parts
    const { account, instrument, isConnected, price } = circumstances
    const { id, currency, model, venue } = account.account
    const time = now()
    const isSpot = model === 'spot'
    if (instrument && accountsFor([{ ...account.connection, model }], instrument).length === 0)
      return `This account does not trade ${instrument.displaySymbol} on ${instrument.exchangeName}`
    if (isSpot && instrument) {
      const elsewhere = spotMarketProblem(instrument, account.account)
      if (elsewhere !== null) return elsewhere
    }
    if (instrument) {
      const owned = await marketOwnerProblem(db, {
        account: account.account,
        instrumentId: instrument.id,
        sessionId: null,
      })
      if (owned !== null) return owned
    }
    const isSale = isSpot && draft.side === 'SELL'
    const traded = instrument && (await valuation.tradedBy(id, instrument))
    const margin = instrument && price && !isSale ? await this.#available(account, instrument) : null
    // Without a rate no margin is known, and nothing would be said of it that is true.
    if (margin !== null && !Number.isFinite(margin.conversion)) {
      return `Conversion instruments not found: ${instrument?.quote ?? ''} to ${currency}`
    }
    const working = venue !== 'paper' && instrument ? (await countOrders(db, id)).get(instrument.id) : undefined
    const known = { isLoggedIn: true, instrument: traded, isConnected, isSpot, time, price, account: margin }
    const around = { ...known, working: working ?? NO_ORDERS }
    const problem = validateOrder(draft, around)
    if (problem) return problem.message
    const pending = await repository.openingIntents(id)
    return openingProblem({
      level: account.control.level,
      isUnknown: pending.some(
        ({ state, kind, instrumentId }) => state === 'UNKNOWN' && kind !== 'CANCEL' && instrumentId === instrument?.id,
      ),
      ordersInMinute: await repository.ordersSince(id, new Date(time - MINUTE_MS)),
    })
  }

  /** What new positions can use: the margin of orders that are on their way is taken. */
  async #available({ account }: StoredAccountRow, instrument: ListedInstrument) {
    const { accounts, repository, valuation } = this.#parts
    const { id, userId, currency: accountCurrency } = account
    const { available } = await accounts.get(id, userId)
    // What a margin account has of them is in its used margin; a spot market knows those that it has.
    const onTheWay = account.model === 'spot' ? (await repository.openingIntents(id)).filter(isOnTheWay) : []
    const taken = await ordersMargin(onTheWay, accountCurrency, valuation)
    const conversion = await valuation.rate(instrument, accountCurrency)
    return { accountCurrency, conversion, available: available - taken }
  }
}

function isOnTheWay({ state }: IntentRow): boolean {
  return state === 'WRITTEN' || state === 'SENDING' || state === 'UNKNOWN'
}

function cancelPayload({ intentId, isProtective, positionId, type }: VenueOrderRow): IntentPayload | null {
  if (!isProtective) return intentId === null ? null : { kind: 'CANCEL', intentId }
  if (positionId === null) return null
  const level = type === 'STOP' ? 'stopLoss' : type === 'LIMIT' ? 'takeProfit' : 'trailingStop'
  return { kind: 'PROTECT', positionId, changes: { [level]: null } }
}

function protectPayload(positionId: string, levels: LevelChanges): ProtectPayload {
  const changes = Object.fromEntries(Object.entries(levels).filter(([, level]) => level !== undefined))
  return { kind: 'PROTECT', positionId, changes: changes as ProtectPayload['changes'] }
}

export function placePayload(draft: OrderDraft, instrumentId: string, link: OrderLink | null = null): PlacePayload {
  const { type, side, quantity, stopLoss, takeProfit, trailingStop } = draft
  const isLimit = type === 'LIMIT' || type === 'STOP_LIMIT'
  const isStop = type === 'STOP' || type === 'STOP_LIMIT'
  return {
    kind: 'PLACE',
    instrumentId,
    type,
    side,
    quantity,
    limitPrice: isLimit ? draft.limitPrice : null,
    stopPrice: isStop ? draft.stopPrice : null,
    timeInForce: 'GTC',
    expiry: null,
    postOnly: false,
    reduceOnly: false,
    stopLoss,
    takeProfit,
    trailingStop,
    stopLossDistance: null,
    takeProfitDistance: null,
    ...(link === null ? {} : { linkedTo: link.intentId }),
  }
}
