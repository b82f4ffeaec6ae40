/** How much a venue takes, as its adapter states it. */
export type RateLimit = {
  /** Of the venue's limits: those of different names are counted apart. */
  readonly name: string
  /** Whom the venue counts: everything behind an address, or one key. */
  readonly per: 'address' | 'key'
  readonly limit: number
} & (
  | {
      /** Counted from zero in each window; windows follow the clock. */
      readonly kind: 'window'
      readonly windowMs: number
    }
  | {
      /** A counter that falls all the time, and must not exceed its limit. */
      readonly kind: 'leaking'
      readonly perSecond: number
    }
)

/** After that time, what was counted before counts no more. */
export function memoryMs(limit: RateLimit): number {
  return limit.kind === 'window' ? limit.windowMs : (limit.limit / limit.perSecond) * 1_000
}
