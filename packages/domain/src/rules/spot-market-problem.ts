import type { ListedInstrument } from '../listed-instrument.ts'

/** Why an account at a spot venue does not trade an instrument; null if it does. */
export function spotMarketProblem(
  { id, broker, quote }: Pick<ListedInstrument, 'id' | 'broker' | 'quote'>,
  { venue, currency }: { readonly venue: string; readonly currency: string },
): string | null {
  if (broker !== venue) return `This account does not trade ${id}`
  return quote === currency ? null : `This account trades instruments in ${currency} only`
}
