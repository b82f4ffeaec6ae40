import { useQuery } from '@tanstack/react-query'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'

/** The pip of an instrument; ten points for one that the viewer cannot see. */
export function usePipSize(instrumentId: string, precision: number): number {
  const { data } = useQuery(instrumentsQuery)
  return data?.find(({ id }) => id === instrumentId)?.pipSize ?? 10 ** (1 - precision)
}
