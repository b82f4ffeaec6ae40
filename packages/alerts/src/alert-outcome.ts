/** Prices are missing between these times, UTC milliseconds. */
export interface AlertGap {
  readonly from: number
  readonly to: number
}

export interface AlertFiring {
  readonly kind: 'fired'
  readonly alertId: string
  /** The row of the tick log with which it fires, and its time. */
  readonly sequence: number
  readonly time: number
  readonly value: number
  readonly target: number
  /** It has happened somewhere in this time. */
  readonly gap: AlertGap | null
}

/** What becomes of an alert at a row. */
export type AlertOutcome =
  | AlertFiring
  /** It cannot go on. */
  | { readonly kind: 'failed'; readonly alertId: string; readonly sequence: number; readonly message: string }
