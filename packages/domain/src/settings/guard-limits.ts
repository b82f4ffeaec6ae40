/**
 * A limit that an account can have, at which a rule of the guardian acts: the larger it is, the weaker. Everything that
 * shows, checks or stores it is derived from this.
 */
export interface GuardLimit {
  readonly title: string
  /** What happens when it is reached. */
  readonly help: string
  /** `currency`: that of the account. */
  readonly unit: 'currency' | 'orders'
  readonly max: number
  readonly isWhole?: boolean
  /** As a list of accounts shows it, with `{}` for the number. */
  readonly short: string
}

export const GUARD_LIMITS = {
  dailyLoss: {
    title: 'Largest loss of a day',
    help: 'When positions have lost that much since 00:00 UTC, all orders are canceled and all positions are closed at market.',
    unit: 'currency',
    max: 1e12,
    short: 'Limit {}',
  },
  drawdown: {
    title: 'Largest drawdown',
    help: 'When the result of all positions has fallen that much from its highest since this limit was set, all orders are canceled and all positions are closed at market.',
    unit: 'currency',
    max: 1e12,
    short: 'Drawdown {}',
  },
  exposure: {
    title: 'Largest exposure',
    help: 'When open positions are worth that much together, nothing more is opened until you release the account. Of opposite positions of one market the larger side counts.',
    unit: 'currency',
    max: 1e12,
    short: 'Exposure {}',
  },
  orderRate: {
    title: 'Most orders in a minute',
    help: 'When that many orders were sent or changed within a minute, nothing more is opened until you release the account. Closings and stops do not count.',
    unit: 'orders',
    max: 10_000,
    isWhole: true,
    short: '{} orders a minute',
  },
} as const satisfies Readonly<Record<string, GuardLimit>>

export type GuardLimitName = keyof typeof GUARD_LIMITS
/** Of one account; null: no limit. */
export type GuardLimits = { readonly [Name in GuardLimitName]: number | null }

export const GUARD_LIMIT_NAMES = Object.keys(GUARD_LIMITS) as readonly GuardLimitName[]

/** All limits of an account, of which those that it has are stored. */
export function guardLimits(stored: Partial<GuardLimits>): GuardLimits {
  return Object.fromEntries(GUARD_LIMIT_NAMES.map((name) => [name, stored[name] ?? null])) as GuardLimits
}
