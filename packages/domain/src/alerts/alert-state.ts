/** Sign of a value less what it is compared with. */
export type AlertSide = -1 | 0 | 1

/** What an alert knows of the rows before the next one; with that row, it is all that decides when it fires. */
export interface AlertState {
  /** Null before the first row with a value. */
  readonly side: AlertSide | null
  /** When it last began to count how often it fires, UTC milliseconds, and how often that was. */
  readonly countedFrom: number
  readonly count: number
}

export const NEW_ALERT_STATE: AlertState = { side: null, countedFrom: 0, count: 0 }
