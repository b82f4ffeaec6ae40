import type { GuardStep } from '@tradeloom/trading'

/** One rule of an account at one moment. */
export interface MeasuredRule {
  readonly rule: string
  /** Null before it is known. */
  readonly value: number | null
  /** What it asks for; null while all is well. */
  readonly step: GuardStep | null
  /** Since when, UTC milliseconds; null: since the account is watched. */
  readonly since: number | null
}

/** On the bus as `guard.measured`: what the rules of its guardian measure. */
export interface MeasuredAccount {
  readonly accountId: string
  readonly rules: readonly MeasuredRule[]
}
