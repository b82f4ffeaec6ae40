import type { MarketInstrument } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { instrumentsQuery } from './market-data-queries.ts'

/** An instrument that a venue lists; null if no venue lists this id, undefined until it is known. */
export function useInstrument(instrumentId: string): MarketInstrument | null | undefined {
  const { data, isError } = useQuery(instrumentsQuery)
  if (data === undefined) return isError ? null : undefined
  return data.find(({ id, status }) => id === instrumentId && isListed(status)) ?? null
}

/** Whether a venue has prices of it: stored prices alone do not move. */
export function isListed(status: MarketInstrument['status']): boolean {
  return status === 'active' || status === 'halted'
}
