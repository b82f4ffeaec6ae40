import type { MarketInstrument } from '@tradeloom/contracts'
import { useState } from 'react'

/** The first object of an instrument, until another instrument comes: the list is fetched again, and the chart stays. */
export function useStableInstrument(instrument: MarketInstrument): MarketInstrument {
  const [first, setFirst] = useState(instrument)
  if (first.id === instrument.id) return first
  setFirst(instrument)
  return instrument
}
