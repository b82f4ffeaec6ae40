/** A metric to make as high or as low as possible. */
export interface Objective {
  readonly metric: string
  readonly better: 'higher' | 'lower'
}
