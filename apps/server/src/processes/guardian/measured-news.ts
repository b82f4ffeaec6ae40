import type { MeasuredAccount } from '../../trading-core/guard/measured-account.ts'
import type { AccountGuard } from './account-guard.ts'

/** A server that starts later learns of them as late as that. */
const ALL_MS = 10_000

/** Tells what the rules of accounts measure when it has changed, and all of it now and then. */
export class MeasuredNews {
  readonly #tell: (measured: MeasuredAccount) => void
  #told = new Map<string, string>()
  #allAt = -Infinity

  constructor(tell: (measured: MeasuredAccount) => void) {
    this.#tell = tell
  }

  look(guards: readonly Pick<AccountGuard, 'stored' | 'measured'>[]): void {
    const isAll = performance.now() - this.#allAt >= ALL_MS
    if (isAll) this.#allAt = performance.now()
    const before = this.#told
    this.#told = new Map()
    for (const { stored, measured: rules } of guards) {
      const { accountId } = stored
      const text = JSON.stringify(rules)
      this.#told.set(accountId, text)
      if (isAll || before.get(accountId) !== text) this.#tell({ accountId, rules })
    }
  }
}
