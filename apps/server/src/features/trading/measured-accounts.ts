import type { Bus } from '@tradeloom/bus'
import type { MeasuredAccount, MeasuredRule } from '../../trading-core/guard/measured-account.ts'

/** Its guardian says everything each 10 s: one that is silent for longer does not watch. */
const LASTS_MS = 30_000

/** What guardians measure, whichever server they run on. */
export class MeasuredAccounts {
  readonly #now: () => number
  readonly #known = new Map<string, { readonly rules: readonly MeasuredRule[]; readonly at: number }>()

  constructor(bus: Pick<Bus, 'subscribe'>, now: () => number) {
    this.#now = now
    bus.subscribe('guard.measured', ({ payload }) => {
      const { accountId, rules } = payload as MeasuredAccount
      this.#known.set(accountId, { rules, at: now() })
    })
  }

  /** Null if nobody watches the account. */
  rulesOf(accountId: string): readonly MeasuredRule[] | null {
    const known = this.#known.get(accountId)
    if (known === undefined || known.at >= this.#now() - LASTS_MS) return known?.rules ?? null
    this.#known.delete(accountId)
    return null
  }
}
