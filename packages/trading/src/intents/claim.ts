import type { AccountLevel } from '@tradeloom/domain'

/** An order that waited longer was decided on other prices. */
const MAX_AGE_MS = 5_000
/** From the claim to the first byte; a process that was frozen in between sends nothing. */
const MAX_FREEZE_MS = 1_000

export interface ClaimCircumstances {
  /** When it was written, and now, UTC milliseconds. */
  readonly writtenAt: number
  readonly now: number
  readonly level: AccountLevel
  /** Whether the guardian closes the account down at the venue itself: nobody else sends anything there meanwhile. */
  readonly isHeld: boolean
  /** Whether the account is to have a guardian, and none has been heard of lately. */
  readonly isUnguarded: boolean
  /** Whether it may increase exposure. */
  readonly isOpening: boolean
  /** Whether it closes a position or cancels an order: all that an account does that is closed down. */
  readonly isClosing: boolean
  /** Whether it cancels an order, which is right whatever the prices are meanwhile. */
  readonly isCanceling: boolean
  /** Whether the session that wrote it has ended, or runs under a later epoch. */
  readonly isSessionOver: boolean
  /** Whether the account was shared with the person who asked for it as trader, and no longer is. */
  readonly isShareOver: boolean
  /** Why its market belongs to somebody else; null if it does not. */
  readonly marketProblem: string | null
}

/** After it, UTC milliseconds, the first byte of an order that was written, or claimed, then is not sent any more. */
export function sentBefore(writtenAt: number): number {
  return writtenAt + MAX_AGE_MS
}

export const TOO_OLD = `it waited for more than ${MAX_AGE_MS / 1000} s`

/** Why a written intent is not sent; null if it may be. */
export function claimProblem(circumstances: ClaimCircumstances): string | null {
  const {
    writtenAt,
    now,
    level,
    isHeld,
    isUnguarded,
    isOpening,
    isClosing,
    isCanceling,
    isSessionOver,
    isShareOver,
    marketProblem,
  } = circumstances
  if (isHeld || (level === 'FLATTEN' && !isClosing)) return 'the account is being closed down'
  if (isOpening && level !== 'ACTIVE') return `the account accepts no new positions (${level})`
  if (isOpening && isUnguarded) return 'the guardian of the account does not answer'
  if (isSessionOver) return 'its session has ended'
  // Who had a position closed must never find it open.
  if (isShareOver && !isClosing) return 'the account is no longer shared with the person who placed it'
  if (marketProblem !== null) return marketProblem
  if (!isCanceling && now > sentBefore(writtenAt)) return TOO_OLD
  return null
}

/** Monotonic times. */
export function isFrozen(claimedAt: number, now: number): boolean {
  return now - claimedAt > MAX_FREEZE_MS
}
