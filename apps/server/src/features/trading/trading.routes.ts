import type { TradingAccount } from '@tradeloom/contracts'
import type { Handlers } from '../../platform/http/route.ts'
import type { AccountsService } from './accounts.service.ts'
import type { MeasuredAccounts } from './measured-accounts.ts'
import type { OrderOutcomes } from './order-outcomes.service.ts'
import type { PositionsService } from './positions.service.ts'
import type { TradesService } from './trades.service.ts'
import type { TradingNews } from './trading-news.ts'
import { viewGuard } from './view-guard.ts'

type TradingHandlers = Pick<
  Handlers,
  | 'listAccounts'
  | 'resetAccount'
  | 'chooseRefusedStops'
  | 'limitAccount'
  | 'releaseAccount'
  | 'getAccountGuard'
  | 'listOpenPositions'
  | 'listClosedPositions'
  | 'listAlgorithmPositions'
  | 'getPositionWindow'
  | 'getPositionNeighbor'
  | 'listBrokerPositions'
  | 'deletePosition'
  | 'listOrders'
  | 'listExecutions'
  | 'listPositionOrders'
  | 'getPositionCustody'
  | 'cancelOrder'
  | 'stateOrderOutcome'
>

interface TradingHandlersParts {
  readonly accounts: AccountsService
  readonly positions: PositionsService
  readonly trades: TradesService
  readonly outcomes: OrderOutcomes
  readonly news: TradingNews
  readonly measured: MeasuredAccounts
}

export function tradingHandlers(parts: TradingHandlersParts): TradingHandlers {
  const { accounts, positions, trades, outcomes, news, measured } = parts
  const told = async (account: TradingAccount): Promise<TradingAccount> => {
    await news.tell({ kind: 'balance', accountId: account.id, id: account.id })
    return account
  }
  return {
    listAccounts: ({ userId }) => accounts.list(userId),
    resetAccount: async ({ params: { id }, userId }) => told(await accounts.reset(id, userId)),
    chooseRefusedStops: async ({ params: { id }, body, userId }) =>
      told(await accounts.chooseRefusedStops(id, userId, body.refusedStops)),
    limitAccount: async ({ params: { id }, body, userId, weaken }) =>
      told(await accounts.limit(id, userId, body, weaken)),
    releaseAccount: async ({ params: { id }, body, userId }) => told(await accounts.release(id, userId, body.reason)),
    getAccountGuard: async ({ params: { id }, userId }) =>
      viewGuard((await accounts.owned(id, userId)).control, measured.rulesOf(id)),
    listOpenPositions: ({ userId }) => positions.open(userId),
    listClosedPositions: ({ query, userId }) => positions.closed(userId, query),
    listAlgorithmPositions: ({ params, query, userId }) => positions.ofAlgorithm(params.id, query.limit, userId),
    getPositionWindow: ({ query: { instrumentId, ...period }, userId }) =>
      positions.window({ instrumentId }, period, userId),
    getPositionNeighbor: ({ query: { instrumentId, ...place }, userId }) =>
      positions.neighbor({ instrumentId }, place, userId),
    // The paper venue has what the accounts have: its fills are booked in the commit that makes them.
    listBrokerPositions: ({ userId }) => positions.open(userId),
    async deletePosition({ params: { id }, userId }) {
      const { position } = await positions.stored(id, userId)
      await positions.hide(id, userId)
      await news.forget(position.accountId, id)
      return { ok: true }
    },
    listOrders: ({ query, userId }) => positions.orders(userId, query.limit),
    listExecutions: ({ query, userId }) => positions.executions(userId, query.limit),
    cancelOrder: ({ params, userId }) => trades.cancel(params.id, userId),
    async stateOrderOutcome({ params: { id }, userId }) {
      const { accountId } = await outcomes.notPlaced(id, userId)
      await news.tell({ kind: 'order', accountId, id })
      return { ok: true }
    },
    getPositionCustody: ({ params, userId }) => positions.custodyOf(params.id, userId),
    listPositionOrders: ({ params, userId }) => positions.ordersOf(params.id, userId),
  }
}
