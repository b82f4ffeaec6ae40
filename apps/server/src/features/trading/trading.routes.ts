import type { Handlers } from '../../platform/http/route.ts'
import type { AccountsService } from './accounts.service.ts'
import type { PositionsService } from './positions.service.ts'
import type { TradesService } from './trades.service.ts'
import type { TradingNews } from './trading-news.ts'

type TradingHandlers = Pick<
  Handlers,
  | 'listAccounts'
  | 'resetAccount'
  | 'listOpenPositions'
  | 'listClosedPositions'
  | 'listAlgorithmPositions'
  | 'listBrokerPositions'
  | 'deletePosition'
  | 'listOrders'
  | 'listPositionOrders'
  | 'cancelOrder'
>

export function tradingHandlers(
  accounts: AccountsService,
  positions: PositionsService,
  trades: TradesService,
  news: TradingNews,
): TradingHandlers {
  return {
    listAccounts: ({ userId }) => accounts.list(userId),
    async resetAccount({ params: { id }, userId }) {
      const account = await accounts.reset(id, userId)
      news.publish({ kind: 'balance', userId, accountId: id, id, data: account })
      return account
    },
    listOpenPositions: ({ userId }) => positions.open(userId),
    listClosedPositions: ({ query, userId }) => positions.closed(userId, query),
    listAlgorithmPositions: ({ params, userId }) => positions.ofAlgorithm(params.id, userId),
    // The paper venue has what the accounts have: its fills are booked in the commit that makes them.
    listBrokerPositions: ({ userId }) => positions.open(userId),
    async deletePosition({ params: { id }, userId }) {
      const { position } = await positions.stored(id, userId)
      await positions.hide(id, userId)
      news.publish({ kind: 'position-deleted', userId, accountId: position.accountId, id, data: { id } })
      return { ok: true }
    },
    listOrders: ({ query, userId }) => positions.orders(userId, query.limit),
    cancelOrder: ({ params, userId }) => trades.cancel(params.id, userId),
    listPositionOrders: ({ params, userId }) => positions.ordersOf(params.id, userId),
  }
}
