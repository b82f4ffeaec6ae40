/** Places at which the death of the process must lose and double nothing. */
export const CRASH_POINTS = [
  'intent-not-committed',
  'written-not-claimed',
  'sending-no-byte-out',
  'received-not-answered',
  'answer-half-read',
  'answer-not-committed',
  'fill-not-committed',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** Called at each of them. Nothing happens in production; tests end the process there. */
export type ReachCrashPoint = (point: CrashPoint) => void

export const NO_CRASHES: ReachCrashPoint = () => undefined
