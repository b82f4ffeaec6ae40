import { useInterval } from '@mantine/hooks'
import type { MarketInstrument } from '@tradeloom/contracts'
import { useState } from 'react'
import { openingText } from './opening-text.ts'

/** When a closed market opens again, counted down; null where that is not known. */
export function useOpeningText(instrument: Pick<MarketInstrument, 'calendar'>): string | null {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 15_000, { autoInvoke: true })
  return openingText(instrument, now)
}
