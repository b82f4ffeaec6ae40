import type { LabClock } from '../../lab-clock.ts'
import { toUnits, unitsText } from '../../units.ts'
import { reportBalances } from './execution-report.ts'
import { type AccountOptions, FIRST_UID, LabAccount } from './lab-account.ts'

/** Accounts by their keys. */
export class LabAccounts {
  readonly #clock: LabClock
  readonly #accounts = new Map<string, LabAccount>()

  constructor(clock: LabClock, accounts: readonly AccountOptions[]) {
    this.#clock = clock
    for (const [at, account] of accounts.entries())
      this.#accounts.set(account.apiKey, new LabAccount(account, FIRST_UID + at))
  }

  /** Null for a key that the venue does not know. */
  find(apiKey: string): LabAccount | null {
    return this.#accounts.get(apiKey) ?? null
  }

  get(apiKey: string): LabAccount {
    const account = this.find(apiKey)
    if (account === null) throw new Error(`The stand-in has no account with key ${apiKey}`)
    return account
  }

  all(): readonly LabAccount[] {
    return [...this.#accounts.values()]
  }

  /** Money comes, or with a minus goes, without an order. */
  deposit(apiKey: string, asset: string, amount: string): void {
    const [account, time] = [this.get(apiKey), this.#clock.now()]
    const [sign, size] = amount.startsWith('-') ? [-1n, amount.slice(1)] : [1n, amount]
    account.receive(asset, sign * toUnits(size))
    const change = unitsText(sign * toUnits(size))
    account.emit('balanceUpdate', { e: 'balanceUpdate', E: time, a: asset, d: change, T: time })
    reportBalances(account, [asset], time)
  }

  /** The venue takes the key no longer: streams end, and requests are refused until it is given back. */
  revoke(apiKey: string): { giveBack(): void } {
    const account = this.get(apiKey)
    this.#accounts.delete(apiKey)
    account.emit('eventStreamTerminated', { e: 'eventStreamTerminated', E: this.#clock.now() })
    return { giveBack: () => void this.#accounts.set(apiKey, account) }
  }
}
