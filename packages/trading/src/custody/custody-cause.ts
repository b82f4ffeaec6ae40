import type { CustodyCause } from '@tradeloom/domain'
import { hasEnded, WITHDRAWN } from '../intents/next-intent.ts'
import type { IntentState } from '../intents/intent-state.ts'
import type { CustodyVerdict } from './audit-custody.ts'

interface Asked {
  readonly isOfSession: boolean
}

/** What tells who has brought a position into its state. */
export interface CustodyFacts {
  readonly position: Asked
  /** The order that closes it and is on its way; null without one. `reason`: why, if nobody has asked for it. */
  readonly closing: (Asked & { readonly reason: string | null }) | null
  /** Why it was closed; null while it is open, and where its owner has asked for it. */
  readonly closedBy: string | null
  /** The guardian closes the account down. */
  readonly isFlattened: boolean
  /** The newest order that protects it, or has; null if it never had one. */
  readonly newest: {
    readonly state: IntentState
    readonly reason: string | null
    readonly filled: number
    /** Its quantity is another one at the venue than it was placed with. */
    readonly isResized: boolean
  } | null
}

const GUARDIAN = 'guardian'
const CLOSED_BY: Readonly<Record<string, CustodyCause>> = { external: 'elsewhere', [GUARDIAN]: 'guardian' }

/** Who has brought a position into the state that its custody is in now. */
export function custodyCause({ state }: CustodyVerdict, facts: CustodyFacts): CustodyCause {
  const { position, closing, closedBy, isFlattened, newest } = facts
  const owner = whoOf(position)
  switch (state) {
    case 'STRANGER':
      return 'elsewhere'
    case 'BUSY':
      if (isFlattened) return 'guardian'
      return closing === null ? 'custody' : byClosing(closing)
    case 'COVERED':
      return 'custody'
    case 'HELD':
      return newest?.state === 'REJECTED' ? 'venue' : 'custody'
    case 'BARE':
      return newest === null ? owner : byLoss(newest)
    case 'SHORT':
      if (newest?.isResized) return 'elsewhere'
      return newest !== null && newest.filled > 0 ? 'venue' : owner
    case 'DOUBLE':
      return 'venue'
    case 'ORPHAN':
      return closedBy === null ? owner : (CLOSED_BY[closedBy] ?? 'venue')
  }
}

function whoOf({ isOfSession }: Asked): CustodyCause {
  return isOfSession ? 'script' : 'person'
}

function byClosing(closing: NonNullable<CustodyFacts['closing']>): CustodyCause {
  if (closing.reason === GUARDIAN) return 'guardian'
  return closing.reason === null ? whoOf(closing) : 'custody'
}

/** An order that ends without having been withdrawn was ended by somebody else. */
function byLoss({ state, reason }: NonNullable<CustodyFacts['newest']>): CustodyCause {
  if (state === 'CANCELED' || state === 'EXPIRED') return reason === WITHDRAWN ? 'custody' : 'elsewhere'
  // It works, as far as is known here, and the venue lists it no more.
  return hasEnded(state) ? 'venue' : 'elsewhere'
}
