import type { CustodyState } from '@tradeloom/domain'

/** A state that lasts longer is none that passes by. */
const MINUTE_MS = 60_000

interface CustodyTerms {
  /** Its owner is told. */
  readonly isAlarm: boolean
  /** Custody takes the orders away that protect the position, and places what it is to have. */
  readonly isMended: boolean
}

const FINE: CustodyTerms = { isAlarm: false, isMended: false }

/** What follows when a position has been in a state for a minute. What is foreign is shown, and never touched. */
const TERMS: Readonly<Record<CustodyState, CustodyTerms>> = {
  COVERED: FINE,
  HELD: FINE,
  BUSY: { isAlarm: true, isMended: false },
  SHORT: { isAlarm: true, isMended: true },
  DOUBLE: { isAlarm: true, isMended: true },
  BARE: { isAlarm: true, isMended: false },
  ORPHAN: { isAlarm: true, isMended: true },
  STRANGER: FINE,
}

/** Null before that. `ms`: for how long the position has been in the state. */
export function custodyAfter(state: CustodyState, ms: number): CustodyTerms | null {
  return ms < MINUTE_MS ? null : TERMS[state]
}
