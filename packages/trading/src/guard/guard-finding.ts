import type { AccountLevel } from '@tradeloom/domain'

/** What a rule asks for: WARN tells people, the others raise the level of the account. */
export type GuardStep = 'WARN' | Exclude<AccountLevel, 'ACTIVE'>

export interface GuardFinding {
  readonly rule: string
  readonly step: GuardStep
  /** For people: what was found, with its figures. */
  readonly reason: string
}
