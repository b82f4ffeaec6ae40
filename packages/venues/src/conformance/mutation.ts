/** A fault put into an adapter on purpose: the suite must notice it. */
export interface Mutation {
  readonly name: string
  /** Below `packages/venues/src`. */
  readonly file: string
  /** Stands there exactly once. */
  readonly from: string
  readonly to: string
}
