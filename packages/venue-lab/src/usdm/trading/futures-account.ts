import { toUnits, unitsText } from '../../units.ts'
import type { AlgoOrder, FuturesFill, FuturesOrder, PositionSide } from './futures-order.ts'

export interface FuturesAccountOptions {
  readonly apiKey: string
  readonly secret: string
  /** By asset, as decimals. */
  readonly balances?: Readonly<Record<string, string>>
  readonly canWithdraw?: boolean
  readonly isHedging?: boolean
  /** Of makers and takers; 0.0004 if omitted. */
  readonly feeRate?: string
}

/** What an account has open in a contract: above 0 bought, below 0 sold. */
export interface FuturesPosition {
  readonly symbol: string
  readonly side: PositionSide
  amount: bigint
  entry: bigint
}

export interface Income {
  readonly symbol: string
  readonly incomeType: string
  readonly income: bigint
  readonly asset: string
  readonly time: number
  readonly tranId: number
}

/** The venue's number of its account, the same in all its markets. */
const UID = 354_937_868
const LEVERAGE = 20n

/** How an account trades a contract, in both directions. */
export interface ContractTerms {
  leverage: bigint
  isIsolated: boolean
}

/** One account, whose assets are margin for all of its positions. */
export class FuturesAccount {
  readonly uid = UID
  readonly apiKey: string
  readonly secret: string
  readonly feeRate: bigint
  readonly canWithdraw: boolean
  isHedging: boolean
  /** All that it has is margin, and not one currency alone. */
  isMultiAssets = false
  readonly orders: FuturesOrder[] = []
  readonly algos: AlgoOrder[] = []
  readonly fills: FuturesFill[] = []
  readonly incomes: Income[] = []
  readonly #positions = new Map<string, FuturesPosition>()
  readonly #terms = new Map<string, ContractTerms>()
  /** Fees are paid in this asset, at its price; in that of the contract if it is null. */
  paysFeesIn: { readonly asset: string; readonly price: bigint } | null = null
  listenKey: string | null = null
  /** There is too little margin for whatever is triggered. */
  refusesTriggered = false
  readonly #wallet = new Map<string, bigint>()
  readonly #listeners = new Set<(name: string, event: object) => void>()

  constructor({ apiKey, secret, balances = {}, ...options }: FuturesAccountOptions) {
    this.apiKey = apiKey
    this.secret = secret
    this.feeRate = toUnits(options.feeRate ?? '0.0004')
    this.canWithdraw = options.canWithdraw ?? false
    this.isHedging = options.isHedging ?? false
    for (const [asset, amount] of Object.entries(balances)) this.#wallet.set(asset, toUnits(amount))
  }

  get assets(): readonly string[] {
    return [...this.#wallet.keys()]
  }

  wallet(asset: string): bigint {
    return this.#wallet.get(asset) ?? 0n
  }

  receive(asset: string, amount: bigint): void {
    this.#wallet.set(asset, this.wallet(asset) + amount)
  }

  position(symbol: string, side: PositionSide = 'BOTH'): FuturesPosition {
    const key = `${symbol} ${side}`
    const position = this.#positions.get(key) ?? { symbol, side, amount: 0n, entry: 0n }
    this.#positions.set(key, position)
    return position
  }

  /** As its mode lists them: one, or both legs. */
  positionsIn(symbol: string): readonly FuturesPosition[] {
    const sides = this.isHedging ? (['LONG', 'SHORT'] as const) : (['BOTH'] as const)
    return sides.map((side) => this.position(symbol, side))
  }

  termsOf(symbol: string): ContractTerms {
    const terms = this.#terms.get(symbol) ?? { leverage: LEVERAGE, isIsolated: false }
    this.#terms.set(symbol, terms)
    return terms
  }

  emit(name: string, event: object): void {
    for (const listener of this.#listeners) listener(name, event)
  }

  /** Returns how to stop listening. */
  listen(listener: (name: string, event: object) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Tells what has changed, of these assets and positions. `change`: beside profits and fees. */
  report(
    reason: string,
    time: number,
    { assets, symbols = [], change = 0n }: { assets: readonly string[]; symbols?: readonly string[]; change?: bigint },
  ): void {
    const B = assets.map((a) => {
      const wb = unitsText(this.wallet(a))
      return { a, wb, cw: wb, bc: unitsText(change) }
    })
    const positions = symbols.flatMap((symbol) => this.positionsIn(symbol))
    const P = positions.map(({ symbol: s, side: ps, amount, entry }) => {
      const mt = this.termsOf(s).isIsolated ? 'isolated' : 'cross'
      return { s, pa: unitsText(amount, 3), ep: unitsText(entry, 5), cr: '0', up: '0', mt, iw: '0', ps }
    })
    const event = { e: 'ACCOUNT_UPDATE', T: time, E: time, a: { m: reason, B, P } }
    this.emit(`ACCOUNT_UPDATE ${reason}`, event)
  }
}
