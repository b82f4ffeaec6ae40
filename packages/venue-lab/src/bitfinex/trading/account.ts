import { times, toUnits } from '../../units.ts'
import type { Markets } from '../market/markets.ts'
import { type BitfinexFill, type BitfinexOrder, kindOf, plain, walletOf } from './order.ts'

interface KeyOptions {
  readonly apiKey: string
  readonly secret: string
  readonly canWithdraw?: boolean
}

/** One of the keys of a user. */
export interface BitfinexKey extends Required<KeyOptions> {
  readonly account: BitfinexAccount
  /** Of requests and of sockets: the next one has to be larger. */
  lastNonce: bigint
  isRevoked: boolean
}

export interface BitfinexAccountOptions extends KeyOptions {
  readonly userId?: number
  readonly moreKeys?: readonly KeyOptions[]
  /** By wallet and currency, as decimals. */
  readonly exchange?: Readonly<Record<string, string>>
  readonly margin?: Readonly<Record<string, string>>
  /** Of makers and takers; 0.002 if omitted. */
  readonly feeRate?: string
}

export type Wallet = 'exchange' | 'margin'

export interface Position {
  readonly id: number
  readonly symbol: string
  /** Above 0 bought, below 0 sold. */
  amount: bigint
  base: bigint
}

interface LedgerRow {
  readonly id: number
  readonly wallet: Wallet
  readonly currency: string
  readonly time: number
  readonly amount: bigint
  readonly balance: bigint
  readonly description: string
}

const USER_ID = 269_499
let ids = 4_000_000

/** One user: one key or more, two wallets. */
export class BitfinexAccount {
  readonly userId: number
  readonly keys: readonly [BitfinexKey, ...BitfinexKey[]]
  readonly feeRate: bigint
  readonly orders: BitfinexOrder[] = []
  readonly fills: BitfinexFill[] = []
  readonly ledger: LedgerRow[] = []
  readonly positions = new Map<string, Position>()
  /** Fees are taken in this currency, at its price; in that of the trade if it is null. */
  paysFeesIn: { readonly currency: string; readonly price: bigint } | null = null
  readonly #balances = new Map<string, bigint>()
  readonly #listeners = new Set<(type: string, payload: unknown) => void>()

  constructor({
    exchange = {},
    margin = {},
    userId = USER_ID,
    moreKeys = [],
    feeRate,
    ...first
  }: BitfinexAccountOptions) {
    this.userId = userId
    const key = ({ canWithdraw = false, ...own }: KeyOptions): BitfinexKey => ({
      ...own,
      canWithdraw,
      account: this,
      lastNonce: 0n,
      isRevoked: false,
    })
    this.keys = [key(first), ...moreKeys.map(key)]
    this.feeRate = toUnits(feeRate ?? '0.002')
    for (const [wallet, balances] of Object.entries({ exchange, margin }))
      for (const [currency, amount] of Object.entries(balances))
        this.#balances.set(`${wallet} ${currency}`, toUnits(amount))
  }

  balance(wallet: Wallet, currency: string): bigint {
    return this.#balances.get(`${wallet} ${currency}`) ?? 0n
  }

  /** Changes a balance; `description`: of the row in the ledger. */
  book(wallet: Wallet, currency: string, amount: bigint, time: number, description: string): void {
    const balance = this.balance(wallet, currency) + amount
    this.#balances.set(`${wallet} ${currency}`, balance)
    this.ledger.push({ id: ++ids, wallet, currency, time, amount, balance, description })
  }

  position(symbol: string): Position {
    const position = this.positions.get(symbol) ?? { id: ++ids, symbol, amount: 0n, base: 0n }
    this.positions.set(symbol, position)
    return position
  }

  /** What neither orders nor positions tie up. */
  available(wallet: Wallet, currency: string, markets: Markets): bigint {
    const balance = this.balance(wallet, currency)
    return wallet === 'exchange' ? balance - this.#held(currency, markets) : balance - this.#used(currency, markets)
  }

  walletRows(markets: Markets): readonly (readonly unknown[])[] {
    return [...this.#balances.keys()].map((key) => {
      const [wallet = '', currency = ''] = key.split(' ')
      return this.walletRow(wallet as Wallet, currency, markets)
    })
  }

  /** Without markets the part that is available is not computed. */
  walletRow(wallet: Wallet, currency: string, markets: Markets | null): readonly unknown[] {
    const available = markets ? plain(this.available(wallet, currency, markets)) : null
    const last = this.ledger.findLast((row) => row.wallet === wallet && row.currency === currency)
    return [wallet, currency, plain(this.balance(wallet, currency)), 0, available, last?.description ?? null, null]
  }

  emit(type: string, payload: unknown): void {
    for (const listener of this.#listeners) listener(type, payload)
  }

  /** Returns how to stop listening. */
  listen(listener: (type: string, payload: unknown) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #held(currency: string, markets: Markets): bigint {
    return this.orders
      .filter(({ isOpen, type }) => isOpen && walletOf(type) === 'exchange')
      .reduce((sum, order) => {
        const { base, quote } = markets.get(order.symbol)?.pair ?? {}
        // Of a pair, one holds for both.
        if (order.partner && kindOf(order.type) !== 'LIMIT') return sum
        if (order.amount < 0n) return base === currency ? sum - order.amount : sum
        const price = order.auxLimit > 0n ? order.auxLimit : order.price
        return quote === currency ? sum + times(price, order.amount) : sum
      }, 0n)
  }

  /** Margin of positions, less what they have gained. */
  #used(currency: string, markets: Markets): bigint {
    return [...this.positions.values()].reduce((sum, { symbol, amount, base }) => {
      const market = markets.get(symbol)
      if (!market || market.pair.quote !== currency || amount === 0n) return sum
      const size = amount < 0n ? -amount : amount
      const { bid, ask } = market.quote
      const now = toUnits((amount > 0n ? bid : ask).toFixed(8))
      const margin = times(times(size, base), toUnits(String(market.pair.initialMargin ?? 1)))
      return sum + margin - times(amount, now - base)
    }, 0n)
  }
}

export function positionRow({ id, symbol, amount, base }: Position, status = 'ACTIVE'): readonly unknown[] {
  const row = [symbol, status, plain(amount), plain(base), 0, 0, null, null, null, null, null, id]
  return [...row, null, null, null, 0, null, 0, 0, null]
}

export function ledgerRow({ id, wallet, currency, time, amount, balance, description }: LedgerRow): readonly unknown[] {
  return [id, currency, wallet, time, null, plain(amount), plain(balance), null, description]
}
