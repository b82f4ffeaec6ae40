import { basename } from 'node:path'
import { defineInstrument, UserError } from '@tradeloom/domain'

/** `SYMBOL:FILE` from a name such as `EURUSD_M1_2024_02.csv` or `gbpusd-m1-bid-2012.csv`. */
export function instrumentOfFile(file: string): string {
  const name = basename(file).toUpperCase()
  for (const word of name.match(/[A-Z0-9]{6,12}/g) ?? []) {
    const id = `${word}:FILE`
    if (isKnown(id)) return id
  }
  throw new UserError(
    'invalid-input',
    `${basename(file)} does not name the instrument: pass --instrument SYMBOL:BROKER`,
  )
}

function isKnown(id: string): boolean {
  try {
    return defineInstrument(id).symbol !== ''
  } catch (error) {
    if (error instanceof UserError) return false
    throw error
  }
}
