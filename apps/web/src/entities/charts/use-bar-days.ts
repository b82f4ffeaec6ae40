import type { BarDays } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'

const USUAL: BarDays = {}

/** When days and weeks of an instrument begin. */
export function useBarDays(instrumentId: string): BarDays {
  const { data } = useQuery(instrumentsQuery)
  return data?.find(({ id }) => id === instrumentId) ?? USUAL
}
