import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { whileSeen } from '../../realtime/while-seen.ts'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'
import { followPrice, marketPrices } from '../prices/market-prices.ts'
import { isListed } from '../instruments/use-instrument.ts'
import { convertAt, findConversion } from './conversion-rate.ts'

/** How many units of a currency one of another is, now; NaN while that is not known. Follows the price that tells it. */
export function useConversion(from: string, to: string): () => number {
  const { data } = useQuery(instrumentsQuery)
  const conversion = useMemo(() => {
    return findConversion(from, to, data?.filter(({ status }) => isListed(status)) ?? [])
  }, [data, from, to])
  const followed = conversion?.instrumentId
  useEffect(() => (followed === undefined ? undefined : whileSeen(() => followPrice(followed))), [followed])
  return () => {
    if (conversion === null) return 1
    const price = conversion === undefined ? undefined : marketPrices.get(conversion.instrumentId)
    return conversion === undefined || price === undefined ? Number.NaN : convertAt(conversion, price)
  }
}
