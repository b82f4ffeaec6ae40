import type { GuardedAccount } from './guarded-account.ts'

const NOW = Date.UTC(2026, 0, 5, 12)

/** An account without positions that has lost nothing. */
export function guarded(changes: Partial<GuardedAccount> = {}): GuardedAccount {
  return {
    now: NOW,
    currency: 'USD',
    result: 0,
    referenceResult: 0,
    resultNow: 0,
    peakResult: 0,
    positions: [],
    prices: new Map(),
    unknownSince: [],
    exposure: null,
    sentAt: [],
    skewMs: null,
    sessionLags: [],
    ...changes,
  }
}
