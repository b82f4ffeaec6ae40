import type { MarketInstrument } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { instrumentsQuery } from './market-data-queries.ts'

/** All instruments by id. */
export function useInstruments(): ReadonlyMap<string, MarketInstrument> {
  const { data } = useQuery(instrumentsQuery)
  return useMemo(() => new Map(data?.map((instrument) => [instrument.id, instrument])), [data])
}
