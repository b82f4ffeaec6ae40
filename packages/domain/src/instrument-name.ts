import { defineInstrument } from './define-instrument.ts'
import type { Instrument } from './instrument.ts'
import { venueName } from './listed-instrument.ts'
import { UserError } from './user-error.ts'

const MAX_DECIMALS = 10
const MIN_DECIMALS = 2

/** How screens and messages write the instrument of an id: `BTC/USDT SIM`. */
export function instrumentName(id: string): string {
  const [symbol = id, broker = ''] = id.split(':')
  return `${byConvention(id)?.displaySymbol ?? symbol} ${venueName(broker)}`.trimEnd()
}

/** A price as messages write it, with the decimals that prices of its kind have: `65,021.00`. Nothing is cut off. */
export function writtenPrice(id: string, price: number): string {
  const minimumFractionDigits = byConvention(id)?.precision ?? MIN_DECIMALS
  return price.toLocaleString('en-US', { minimumFractionDigits, maximumFractionDigits: MAX_DECIMALS })
}

/** Null for symbols that follow no convention, such as those of indexes. */
function byConvention(id: string): Instrument | null {
  try {
    return defineInstrument(id)
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}
