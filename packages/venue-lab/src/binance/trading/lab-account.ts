import { orderRejected } from '../http/venue-error.ts'
import { toUnits, unitsText } from '../../units.ts'
import type { Hold } from './hold.ts'
import type { LabFill, LabList, LabOrder } from './lab-order.ts'

/** What a key may do, by the names of the venue. */
export interface KeyRights {
  readonly ipRestrict: boolean
  readonly enableReading: boolean
  readonly enableSpotAndMarginTrading: boolean
  readonly enableWithdrawals: boolean
  readonly enableFutures?: boolean
}

export interface AccountOptions {
  readonly apiKey: string
  readonly secret: string
  /** By asset, as decimals. */
  readonly balances?: Readonly<Record<string, string>>
  /** Trades, and does not withdraw, if omitted. */
  readonly rights?: Partial<KeyRights>
  /** Fee rates; 0.001 if omitted. */
  readonly maker?: string
  readonly taker?: string
}

interface Balance {
  free: bigint
  locked: bigint
}

/** An event of the user stream, with the name by which faults know it. */
export type AccountListener = (name: string, event: object) => void

const USUAL_RIGHTS: KeyRights = {
  ipRestrict: true,
  enableReading: true,
  enableSpotAndMarginTrading: true,
  enableWithdrawals: false,
}

/** The venue's number of its first account. */
export const FIRST_UID = 354_937_868

/** One account of the venue with its key. */
export class LabAccount {
  readonly uid: number
  readonly apiKey: string
  readonly secret: string
  readonly maker: bigint
  readonly taker: bigint
  readonly orders: LabOrder[] = []
  readonly lists: LabList[] = []
  readonly fills: LabFill[] = []
  /** Orders and trades that the venue keeps from whoever asks about them, as if they had never been. */
  readonly hidden = new Set<LabOrder | LabFill>()
  /** Fees are paid in this asset, at its price; in what is received if it is null. */
  paysFeesIn: { readonly asset: string; readonly price: bigint } | null = null
  rights: KeyRights
  readonly #balances = new Map<string, Balance>()
  readonly #listeners = new Set<AccountListener>()

  constructor(
    { apiKey, secret, balances = {}, rights = {}, maker = '0.001', taker = '0.001' }: AccountOptions,
    uid = FIRST_UID,
  ) {
    this.uid = uid
    this.apiKey = apiKey
    this.secret = secret
    this.maker = toUnits(maker)
    this.taker = toUnits(taker)
    this.rights = { ...USUAL_RIGHTS, ...rights }
    for (const [asset, amount] of Object.entries(balances)) this.#of(asset).free = toUnits(amount)
  }

  /** As decimals with eight digits. */
  balance(asset: string): { readonly free: string; readonly locked: string } {
    const { free, locked } = this.#of(asset)
    return { free: unitsText(free), locked: unitsText(locked) }
  }

  get assets(): readonly string[] {
    return [...this.#balances.keys()]
  }

  free(asset: string): bigint {
    return this.#of(asset).free
  }

  /** Sets money aside. Throws the venue's refusal if there is not enough. */
  lock(asset: string, amount: bigint): Hold {
    const balance = this.#of(asset)
    if (balance.free < amount) throw orderRejected('Account has insufficient balance for requested action.')
    balance.free -= amount
    balance.locked += amount
    return { asset, left: amount }
  }

  /** Pays from what was set aside, and from free money what it does not cover. */
  pay(hold: Hold, amount: bigint): void {
    const covered = amount < hold.left ? amount : hold.left
    const balance = this.#of(hold.asset)
    balance.locked -= covered
    balance.free -= amount - covered
    hold.left -= covered
  }

  release(hold: Hold, amount = hold.left): void {
    const balance = this.#of(hold.asset)
    balance.locked -= amount
    balance.free += amount
    hold.left -= amount
  }

  receive(asset: string, amount: bigint): void {
    this.#of(asset).free += amount
  }

  emit(name: string, event: object): void {
    for (const listener of this.#listeners) listener(name, event)
  }

  /** Returns how to stop listening. */
  listen(listener: AccountListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #of(asset: string): Balance {
    const balance = this.#balances.get(asset) ?? { free: 0n, locked: 0n }
    this.#balances.set(asset, balance)
    return balance
  }
}
