import { type Instrument, peggedCurrency } from '@tradeloom/domain'

interface InstrumentSource<Found> {
  instrument(id: string): Promise<Found | null>
}

/**
 * For each quote currency of the traded instruments, the pair that converts profits to account currency; each pair
 * once.
 */
export async function findConversions<Found extends Instrument>(
  store: InstrumentSource<Found>,
  traded: readonly Instrument[],
  accountCurrency: string,
): Promise<Found[]> {
  const found = await Promise.all(traded.map((instrument) => findConversion(store, instrument, accountCurrency)))
  return [...new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()]
}

/** A pair of the same broker, in either direction; null if the quote currency is the account currency. */
async function findConversion<Found extends Instrument>(
  store: InstrumentSource<Found>,
  instrument: Instrument,
  accountCurrency: string,
): Promise<Found | null> {
  const quote = peggedCurrency(instrument.quote)
  const base = peggedCurrency(instrument.dealt)
  if (quote === accountCurrency || base === accountCurrency) return null
  for (const symbol of [quote + accountCurrency, accountCurrency + quote]) {
    const found = await store.instrument(`${symbol}:${instrument.broker}`)
    if (found) return found
  }
  return null
}
