import { type Instrument, peggedCurrency } from '@tradeloom/domain'

import type { InstrumentSummary } from '../store/instrument-folder.ts'
import type { MarketStore } from '../store/market-store.ts'

/** One pair per quote currency of the traded instruments that converts profits to account currency, each once. */
export async function findConversions(
  store: Pick<MarketStore, 'instrument'>,
  traded: readonly Instrument[],
  accountCurrency: string,
): Promise<InstrumentSummary[]> {
  const found = await Promise.all(traded.map((instrument) => findConversion(store, instrument, accountCurrency)))
  return [...new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()]
}

/** A pair of the same broker, in either direction; none when the instrument itself has the account currency. */
async function findConversion(
  store: Pick<MarketStore, 'instrument'>,
  instrument: Instrument,
  accountCurrency: string,
): Promise<InstrumentSummary | null> {
  const quote = peggedCurrency(instrument.quote)
  const base = peggedCurrency(instrument.dealt)
  if (quote === accountCurrency || base === accountCurrency) return null
  for (const symbol of [quote + accountCurrency, accountCurrency + quote]) {
    const found = await store.instrument(`${symbol}:${instrument.broker}`)
    if (found) return found
  }
  return null
}
