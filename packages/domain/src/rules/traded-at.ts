/** At which terms an account trades a contract, as its owner has set it at the venue. */
export interface ContractTerms {
  readonly instrumentId: string
  readonly leverage: number
  /** Its positions have a margin of their own, and not all that the account has. */
  readonly isIsolated: boolean
}

interface Marginable {
  readonly id: string
  readonly marginRate: number
  readonly marginRatios: Readonly<Record<string, number>>
}

/** An instrument with the margin that an account needs for it. `terms`: those that differ from the instrument's own. */
export function tradedAt<Instrument extends Marginable>(
  instrument: Instrument,
  terms: readonly ContractTerms[],
): Instrument {
  const own = terms.find(({ instrumentId }) => instrumentId === instrument.id)
  return own === undefined ? instrument : { ...instrument, marginRate: 1 / own.leverage, marginRatios: {} }
}
