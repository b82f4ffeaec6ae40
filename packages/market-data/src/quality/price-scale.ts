import type { Instrument } from '@tradeloom/domain'

/**
 * Approximate value of one unit in US dollars, within a factor of a few over recent decades. It only serves to detect
 * prices that are off by powers of ten. Cryptocurrencies are omitted: they have moved by more than that.
 */
const WORTH: Readonly<Record<string, number>> = {
  USD: 1, USDT: 1, USDC: 1, EUR: 1.15, GBP: 1.4, CHF: 1.05, AUD: 0.75, NZD: 0.68, CAD: 0.78, JPY: 0.0085,
  SEK: 0.11, NOK: 0.12, DKK: 0.155, PLN: 0.27, CZK: 0.045, HUF: 0.0035, TRY: 0.12, ZAR: 0.08, MXN: 0.06,
  CNH: 0.15, CNY: 0.15, SGD: 0.74, HKD: 0.128, ILS: 0.28, THB: 0.03, INR: 0.014, RUB: 0.018, KRW: 0.0008,
  XAU: 1500, XAG: 22, XPT: 1000, XPD: 1200,
} // prettier-ignore

/** Beyond this factor from the approximate value, it is not a market move. */
const TOLERANCE = 12

/** The power of ten by which a typical price is off; 1 if it is plausible or nothing is known about the symbol. */
export function scaleFactor(price: number, instrument: Instrument): number {
  const dealt = WORTH[instrument.dealt]
  const quote = WORTH[instrument.quote]
  if (!dealt || !quote || !(price > 0)) return 1
  const ratio = price / (dealt / quote)
  if (ratio < TOLERANCE && ratio > 1 / TOLERANCE) return 1
  return 10 ** Math.round(Math.log10(ratio))
}

/** The median of some thousand of the values. */
export function medianPrice(values: Float64Array): number {
  if (values.length === 0) return Number.NaN
  // Ten thousand values spread over all rows are representative.
  const step = Math.max(1, Math.floor(values.length / 10_000))
  const some = values.filter((_, row) => row % step === 0).sort()
  return some[some.length >> 1] as number
}
