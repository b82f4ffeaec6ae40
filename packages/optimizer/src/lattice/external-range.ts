/** The values of one external that an optimization tries. */
export type ExternalRange =
  | { readonly kind: 'fixed'; readonly name: string; readonly value: number }
  /** Exhaustive: `count` evenly spaced values, both ends included; only `start` for a count of one. */
  | {
      readonly kind: 'evenly-spaced'
      readonly name: string
      readonly start: number
      readonly end: number
      readonly count: number
    }
  /** Genetic: a step of 0 means decimals with `decimalPlaces`, 1 means integers, any other number its multiples. */
  | {
      readonly kind: 'stepped'
      readonly name: string
      readonly start: number
      readonly end: number
      readonly step: number
      readonly decimalPlaces: number
    }
