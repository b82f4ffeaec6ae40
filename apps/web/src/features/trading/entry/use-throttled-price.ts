import { useEffect, useState } from 'react'
import { whileSeen } from '../../../realtime/while-seen.ts'
import { followPrice, type MarketPrice, marketPrices } from '../../../entities/prices/market-prices.ts'

/** How often figures that follow from a price are computed again. */
const EVERY_MS = 250

/** The newest price of an instrument, a few times a second; for figures, where a ref would not do. */
export function useThrottledPrice(instrumentId: string): MarketPrice | undefined {
  const [price, setPrice] = useState(() => marketPrices.get(instrumentId))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unfollow = whileSeen(() => followPrice(instrumentId))
    const ignore = marketPrices.subscribe(instrumentId, () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setPrice(marketPrices.get(instrumentId))
      }, EVERY_MS)
    })
    return () => {
      clearTimeout(timer)
      ignore()
      unfollow()
    }
  }, [instrumentId])
  return price
}
