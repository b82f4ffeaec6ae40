import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { paymentStateQuery } from './admin-queries.ts'

/** Says which packages cannot be bought because their prices at the payment provider differ. */
export function PriceBanner(): ReactElement | null {
  const problems = useQuery(paymentStateQuery).data?.problems ?? []
  if (problems.length === 0) return null
  return <Banner tone="warn" text={`Not for sale: ${problems.join('. ')}.`} />
}
