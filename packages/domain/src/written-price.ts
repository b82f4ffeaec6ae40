import { defineInstrument } from './define-instrument.ts'
import { UserError } from './user-error.ts'

const MAX_DECIMALS = 10
const MIN_DECIMALS = 2

/** A price as messages write it, with the decimals that prices of its kind have: `65,021.00`. Nothing is cut off. */
export function writtenPrice(id: string, price: number): string {
  const options = { minimumFractionDigits: decimalsOf(id), maximumFractionDigits: MAX_DECIMALS }
  return price.toLocaleString('en-US', options)
}

/** Two for symbols that follow no convention, such as those of indexes. */
function decimalsOf(id: string): number {
  try {
    return defineInstrument(id).precision
  } catch (error) {
    if (error instanceof UserError) return MIN_DECIMALS
    throw error
  }
}
