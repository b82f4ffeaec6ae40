import { toUnits } from '../../units.ts'
import type { LabClock } from '../../lab-clock.ts'
import { FuturesAccount, type FuturesAccountOptions } from './futures-account.ts'

/** Accounts by their keys. */
export class FuturesAccounts {
  readonly #clock: LabClock
  readonly #accounts = new Map<string, FuturesAccount>()

  constructor(clock: LabClock, accounts: readonly FuturesAccountOptions[]) {
    this.#clock = clock
    for (const one of accounts) this.#accounts.set(one.apiKey, new FuturesAccount(one))
  }

  /** Null for a key that the venue does not know. */
  find(apiKey: string): FuturesAccount | null {
    return this.#accounts.get(apiKey) ?? null
  }

  get(apiKey: string): FuturesAccount {
    const account = this.find(apiKey)
    if (account === null) throw new Error(`The stand-in has no account with key ${apiKey}`)
    return account
  }

  all(): readonly FuturesAccount[] {
    return [...this.#accounts.values()]
  }

  /** Money comes from another account of its owner. */
  deposit(apiKey: string, asset: string, amount: string): void {
    const account = this.get(apiKey)
    account.receive(asset, toUnits(amount))
    account.report('DEPOSIT', this.#clock.now(), { assets: [asset], change: toUnits(amount) })
  }

  /** The listen key has been valid for too long, or was given up. */
  expireListenKey(apiKey: string): void {
    const account = this.get(apiKey)
    const { listenKey } = account
    account.listenKey = null
    account.emit('listenKeyExpired', { e: 'listenKeyExpired', E: this.#clock.now(), listenKey })
  }

  /** The venue takes the key no longer. */
  revoke(apiKey: string): void {
    this.expireListenKey(apiKey)
    this.#accounts.delete(apiKey)
  }
}
