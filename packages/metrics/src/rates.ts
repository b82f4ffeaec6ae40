/** Annual risk-free rate and minimum acceptable return, fixed by the specification. */
export const RISK_FREE_RATE = 0.02
export const MINIMUM_ACCEPTABLE_RETURN = 0.05

/** Deviations below this are rounding noise. */
export const ZERO_DEVIATION = 1e-12
