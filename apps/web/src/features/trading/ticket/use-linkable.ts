import type { MarketInstrument, TradingAccount, TradingOrder } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { ordersQuery } from '../../../entities/accounts/trading-queries.ts'
import { canChange } from '../../../entities/orders/can-change.ts'

/** The working orders to which another one of the instrument and the account can be linked. */
export function useLinkable(instrument: MarketInstrument, account: TradingAccount | null): readonly TradingOrder[] {
  const { data = [] } = useQuery({ ...ordersQuery, enabled: account !== null })
  return data.filter((order) => isLinkable(order, instrument, account?.id))
}

function isLinkable(order: TradingOrder, { id }: MarketInstrument, accountId: string | undefined): boolean {
  const isHere = order.instrumentId === id && order.accountId === accountId
  return isHere && canChange(order) && order.status === 'NEW' && order.positionId === null && order.linkedTo === null
}
