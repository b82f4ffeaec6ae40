import { NOTHING } from './format.ts'

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** `1.2K`, `3.4M`: for tickers, where only the size of a number matters. */
export function compactNumber(value: number | undefined): string {
  return value === undefined ? NOTHING : COMPACT.format(value)
}
