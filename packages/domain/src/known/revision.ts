/** How the time at which a value was known is known: by the provider's archive, by our polls, or by an assumed delay. */
export const KNOWN_QUALITIES = ['vintage', 'observed', 'lagged'] as const
export type KnownQuality = (typeof KNOWN_QUALITIES)[number]

/** One value of one period, and the moment from which it was known. Times are UTC milliseconds. */
export interface Revision {
  readonly periodStart: number
  /** The first moment after the period. */
  readonly periodEnd: number
  /** NaN if the value is missing or was withdrawn. */
  readonly value: number
  readonly knownAt: number
  /** The provider's name of the state of its data, such as a vintage day; null if it has none. */
  readonly vintage: string | null
}

export interface KnownRevision extends Revision {
  readonly quality: KnownQuality
}

/** The order in which revisions become known: later periods last, so that a step ends at the newest one. */
export function byKnownTime(a: Revision, b: Revision): number {
  return a.knownAt - b.knownAt || a.periodStart - b.periodStart
}
