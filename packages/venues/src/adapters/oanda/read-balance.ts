import type { VenueBalance } from '../../ports/account-reader.ts'
import { decimalOf, type Fields, textOf } from './read-fields.ts'

/** The cash of an account, and what neither its positions nor their losses tie up. */
export function readBalance({ currency, balance, marginAvailable }: Fields): VenueBalance {
  return {
    currency: textOf(currency),
    total: decimalOf(balance, 'down'),
    available: Math.max(0, decimalOf(marginAvailable, 'down')),
  }
}
