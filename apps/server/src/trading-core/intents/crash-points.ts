/**
 * Places at which the death of the process that sends must lose and double nothing. Before them, an intent is not
 * committed, and its transaction leaves nothing.
 */
const CRASH_POINTS = [
  'written-not-claimed',
  'sending-no-byte-out',
  'received-not-answered',
  'answer-half-read',
  'answer-not-committed',
  'fill-not-committed',
  'stop-not-placed',
  'half-compared',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** Called at each of them. Nothing happens in production; tests end the process there. */
export type ReachCrashPoint = (point: CrashPoint) => void

export const NO_CRASHES: ReachCrashPoint = () => undefined
