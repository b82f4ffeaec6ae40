import type { DecimalSeparator } from '@tradeloom/domain/orders'

/** How the browser's user writes decimals: keypads of phones have no other key. A point counts everywhere. */
export function decimalSeparator(): DecimalSeparator {
  const parts = new Intl.NumberFormat(navigator.language).formatToParts(0.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
}
