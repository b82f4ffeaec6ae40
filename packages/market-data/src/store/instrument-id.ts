import { defineInstrument, type Instrument, UserError } from '@tradeloom/domain'

/** Symbol and broker become folder names: only letters, digits, dot, dash and underscore, and no path traversal. */
const PART = /^[A-Z0-9][A-Z0-9._-]{0,39}$/

/** The instrument for `SYMBOL:BROKER`, from the conventions of symbols. Throws an Error that explains the problem. */
export function resolveInstrument(id: string): Instrument {
  const instrument = defineInstrument(id)
  const parts = [instrument.symbol, instrument.broker]
  if (parts.some((part) => !PART.test(part) || part.includes('..'))) {
    throw new UserError(
      'unknown-instrument',
      `Instrument "${id}" is not of the form SYMBOL:BROKER, for example EURUSD:OANDA`,
    )
  }
  return instrument
}

/** Whether a folder with this symbol and broker can belong to the store. */
export function isInstrumentId(id: string): boolean {
  try {
    return resolveInstrument(id).id === id
  } catch {
    return false
  }
}
