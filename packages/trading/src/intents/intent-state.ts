/**
 * WRITTEN: to be sent. DENIED: the checks failed. UNSENT: it became too old, or was no longer allowed, before it was
 * sent. SENDING: claimed; the venue may receive it from now on. UNKNOWN: it is not known whether the venue has it.
 * ABSENT: it is proven that the venue does not have it. STRAY: the venue had it after all. WORKING to EXPIRED: as the
 * venue states. DONE: a change or cancellation that was carried out.
 */
export const INTENT_STATES = [
  'WRITTEN',
  'DENIED',
  'UNSENT',
  'SENDING',
  'WORKING',
  'PARTIAL',
  'FILLED',
  'REJECTED',
  'CANCELED',
  'EXPIRED',
  'UNKNOWN',
  'ABSENT',
  'STRAY',
  'DONE',
] as const
export type IntentState = (typeof INTENT_STATES)[number]
