import type { changeOrderRequest, OrderAccepted } from '@tradeloom/contracts'
import { type ListedInstrument } from '@tradeloom/domain'
import {
  NOT_ENOUGH_MARGIN,
  openingProblem,
  orderChangeProblem,
  type OrderDraft,
  restMargin,
} from '@tradeloom/domain/orders'
import { canonicalJson, type ChangePayload, changedOrder, changeProblem } from '@tradeloom/trading'
import type { z } from 'zod'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import type { LivePrice, Valuation } from '../../trading-core/prices/valuation.ts'
import { type AccountProcesses, NOT_GUARDED } from './account-processes.ts'
import type { AccountsService } from './accounts.service.ts'
import { brokerNotConnected, orderRefused } from './order-refused.ts'
import { shownPrice } from './shown-price.ts'
import type { StoredAccountRow } from './seen-accounts.repository.ts'
import type { TradingRepository } from './trading.repository.ts'
import type { WrittenTrades } from './written-trades.ts'

type ChangeRequest = z.output<typeof changeOrderRequest>

interface OrderChangesParts {
  readonly repository: TradingRepository
  readonly accounts: AccountsService
  readonly valuation: Valuation
  readonly processes: AccountProcesses
  readonly written: WrittenTrades
  /** Whether the price of an instrument is shown as stale. */
  readonly isSilent: (instrumentId: string) => boolean
  readonly now: () => number
}

interface Change {
  readonly payload: ChangePayload
  readonly instrumentId: string
  /** Of the order as it is, and as it is to be. */
  readonly before: OrderDraft
  readonly after: OrderDraft
  readonly filled: number
}

const MINUTE_MS = 60_000
const CANNOT_CHANGE = 'Cannot change order - broker not connected'
const OF_A_SESSION = 'The order belongs to its session'
const NOT_ANSWERED = 'An earlier change of the order has no answer yet'

/** Gives working orders another price or quantity. */
export class OrderChangesService {
  readonly #parts: OrderChangesParts

  constructor(parts: OrderChangesParts) {
    this.#parts = parts
  }

  async change({ key, orderId, age, ...terms }: ChangeRequest, userId: string): Promise<OrderAccepted> {
    const { accounts, isSilent, processes, valuation, written } = this.#parts
    const decidedAt = written.decidedAt(age)
    const intentId = await this.#intentOf(orderId, userId)
    const payload: ChangePayload = { kind: 'CHANGE', intentId, changes: defined(terms) }
    const asked = canonicalJson(payload)
    return written.once(
      userId,
      key,
      (first) => canonicalJson(first.payload) === asked,
      async () => {
        const { change, accountId } = await this.#read(payload, userId)
        const { instrumentId } = change
        const account = await accounts.traded(accountId, userId)
        await accounts.requireInPackage(account.account)
        const connected = processes.ensure(account.account)
        const [instrument, isConnected] = await Promise.all([valuation.instrument(instrumentId), connected])
        if (!isConnected) throw brokerNotConnected(CANNOT_CHANGE)
        if (!(await processes.ensureGuarded(account))) throw conflict(NOT_GUARDED)
        const price = await shownPrice({ isSilent, valuation }, instrumentId)
        const problem = await this.#problem(change, { account, instrument, price })
        if (problem !== null) throw orderRefused(problem)
        return written.write(payload, { userId, accountId, instrumentId, key, price, denied: null, decidedAt })
      },
    )
  }

  /** The request that placed an order of the user. */
  async #intentOf(orderId: string, userId: string): Promise<string> {
    const { repository } = this.#parts
    const found = await repository.order(userId, orderId)
    if (!found)
      throw (await repository.intent(userId, orderId))
        ? conflict('The order is not at the broker yet')
        : notFound('Order')
    const { isProtective, intentId } = found.order
    if (isProtective) throw conflict('Change the stop loss or take profit of its position instead')
    if (intentId === null) throw conflict('The order cannot be changed')
    return intentId
  }

  async #read(payload: ChangePayload, userId: string): Promise<{ change: Change; accountId: string }> {
    const { repository } = this.#parts
    const { intentId, changes } = payload
    const [found, placed, pending] = await Promise.all([
      repository.order(userId, intentId),
      repository.intent(userId, intentId),
      repository.pendingIntents(userId),
    ])
    const terms = placed?.intent.payload
    if (!found || terms?.kind !== 'PLACE') throw conflict('The order cannot be changed')
    const { order, sessionId } = found
    if (order.status !== 'NEW' && order.status !== 'PARTIALLY_FILLED') throw conflict('The order has ended already')
    // Its algorithm would go on with the order that it knows.
    if (sessionId !== null) throw conflict(OF_A_SESSION)
    const isChanging = pending.some(
      ({ intent: { payload: one } }) => one.kind === 'CHANGE' && one.intentId === intentId,
    )
    if (isChanging) throw conflict(NOT_ANSWERED)
    const { quantity, limitPrice, stopPrice, filled, accountId, instrumentId } = order
    const before = { ...terms, quantity, limitPrice, stopPrice }
    const problem = changeProblem(before, changes)
    if (problem !== null) throw orderRefused(problem)
    const after = changedOrder(before, changes)
    return { accountId, change: { payload, instrumentId, before, after, filled } }
  }

  async #problem(
    { before, after, filled }: Change,
    {
      account,
      instrument,
      price,
    }: {
      readonly account: StoredAccountRow
      readonly instrument: ListedInstrument | null
      readonly price: LivePrice | null
    },
  ): Promise<string | null> {
    const { accounts, repository, valuation, now } = this.#parts
    const { id, userId, model, currency } = account.account
    const isSpot = model === 'spot'
    const time = now()
    const known = { isLoggedIn: true, isConnected: true, isSpot, instrument, time, price }
    const problem = orderChangeProblem({ draft: after, filled }, known)
    if (problem) return problem.message
    if (instrument && price && !(isSpot && after.side === 'SELL')) {
      const conversion = await valuation.rate(instrument, currency)
      const traded = await valuation.tradedBy(id, instrument)
      const marginOf = (draft: OrderDraft): number =>
        restMargin({ draft, filled }, { quote: price, instrument: traded, accountCurrency: currency, conversion })
      const [needed, held] = [marginOf(after), marginOf(before)]
      // At a spot market, what the order has tied up is free for its next form.
      const { available } = await accounts.get(id, userId)
      if (needed > held && !(needed <= available + (isSpot ? held : 0))) return NOT_ENOUGH_MARGIN
    }
    return openingProblem({
      level: account.control.level,
      isUnknown: false,
      ordersInMinute: await repository.ordersSince(id, new Date(time - MINUTE_MS)),
    })
  }
}

function defined(terms: Pick<ChangeRequest, 'quantity' | 'limitPrice' | 'stopPrice'>): ChangePayload['changes'] {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))
}
