import type { TradingAccount } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { exchangeKeysQuery } from './exchange-keys-queries.ts'

interface FailedConnection {
  readonly id: string
  readonly broker: string
  readonly connectionError: string
}

/** Connections that cannot be used, also those whose keys have never opened an account. */
export function useFailedConnections(accounts: readonly TradingAccount[]): FailedConnection[] {
  const { data: keys = [] } = useQuery(exchangeKeysQuery)
  const all = [...accounts.map((one) => ({ ...one, id: one.connectionId })), ...keys]
  const failed = all.flatMap(({ id, broker, connectionError }) =>
    connectionError === null ? [] : [[id, { id, broker: venueName(broker), connectionError }] as const],
  )
  return [...new Map(failed).values()]
}
