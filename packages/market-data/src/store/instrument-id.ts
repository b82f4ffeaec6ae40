import { defineInstrument, type Instrument } from '@tradeloom/domain'
import { MarketDataError } from './market-data-error.ts'

/** Symbol and broker become folder names: letters, digits, dot, dash and underscore only, and no way up. */
const PART = /^[A-Z0-9][A-Z0-9._-]{0,39}$/

/** The instrument of `SYMBOL:BROKER` by the conventions of symbols. Throws an Error that says what is wrong. */
export function resolveInstrument(id: string): Instrument {
  const instrument = defineInstrument(id)
  const parts = [instrument.symbol, instrument.broker]
  if (parts.some((part) => !PART.test(part) || part.includes('..'))) {
    throw new MarketDataError(
      `Instrument "${id}" is not of the form SYMBOL:BROKER, for example EURUSD:OANDA`,
      'unknown-instrument',
    )
  }
  return instrument
}

/** Whether a folder of that symbol and broker can be one of the store's. */
export function isInstrumentId(id: string): boolean {
  try {
    return resolveInstrument(id).id === id
  } catch {
    return false
  }
}
