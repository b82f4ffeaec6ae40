/** A bound that a metric must keep. */
export interface Constraint {
  readonly metric: string
  readonly bound: 'at-least' | 'at-most'
  readonly value: number
}
