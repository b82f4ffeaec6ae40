import type { BacktestDetail } from '@tradeloom/contracts'
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { loadModule } from '../../../../ui/load-module.ts'

const LivePrices = lazy(async () => ({
  default: (await loadModule(() => import('./live-prices.tsx'))).LivePrices,
}))
/** Most runs end before anybody could read their prices. */
const DELAY_MS = 1_500

/** The prices of a run that has been in progress for a moment. */
export function LivePricesLater({ result }: { readonly result: BacktestDetail }): ReactElement | null {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isDue) return null
  return (
    <Suspense fallback={null}>
      <LivePrices result={result} />
    </Suspense>
  )
}
