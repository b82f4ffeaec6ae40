import { type ListedInstrument, times } from '@tradeloom/domain'
import type { PaidFee } from './paid-fee.ts'

/** The fee of an execution in the currency of the account; null if it was paid in a third one without a `rate`. */
export function feeIn(
  { fee, feeCurrency, price }: PaidFee,
  listing: Pick<ListedInstrument, 'dealt' | 'quote'> | null,
  currency: string,
  rate: number | null = null,
): { readonly amount: number | null; readonly text: string } {
  const text = `${fee} ${feeCurrency}`
  if (fee === 0) return { amount: 0, text }
  if (feeCurrency === currency) return { amount: fee, text }
  if (feeCurrency === listing?.dealt && listing.quote === currency) return { amount: times(fee, price), text }
  return { amount: rate === null ? null : times(fee, rate), text }
}
