import { moneyText, toAmount } from '../amount.ts'
import { clientIdOf, isPending, type LabOrder } from './order.ts'
import { isOpenTrade, type LabTrade } from './trade.ts'

export interface OandaAccountOptions {
  readonly id: string
  /** USD if omitted. */
  readonly currency?: string
  /** 100,000 if omitted. */
  readonly balance?: string
  /** Opposite trades stand beside each other. */
  readonly hedging?: boolean
  /** Trades are closed the oldest first, as the rules of some countries demand. */
  readonly fifo?: boolean
  readonly mt4AccountID?: number
  /** Instead of those of the instruments, where it is higher. */
  readonly marginRate?: string
  /** The key that opens it; that of the stand-in if omitted. */
  readonly token?: string
}

/** One entry of the journal of an account, as it is sent. */
export interface LabTransaction {
  readonly id: string
  readonly time: string
  readonly type: string
  readonly [field: string]: unknown
}

/** Totals since an account was opened. */
export interface Totals {
  pl: bigint
  financing: bigint
  commission: bigint
}

/** What goes wrong with the next order, whatever it asks for. */
export interface NextOrder {
  /** Reject: it never exists. Cancel: it is created and ends at once. */
  readonly how: 'reject' | 'cancel'
  readonly reason: string
}

/** One account: its journal, and what follows from it. */
export class OandaAccount {
  readonly id: string
  readonly currency: string
  readonly isFifo: boolean
  readonly mt4AccountID: number | null
  readonly marginRate: bigint | null
  readonly token: string
  readonly createdTime: string
  isHedging: boolean
  balance = 0n
  isInMarginCall = false
  nextOrder: NextOrder | null = null
  readonly transactions: LabTransaction[] = []
  readonly orders: LabOrder[] = []
  readonly trades: LabTrade[] = []
  readonly totals: Totals = { pl: 0n, financing: 0n, commission: 0n }
  readonly byInstrument = new Map<string, Totals & { long: bigint; short: bigint }>()
  /** As the venue writes it. */
  readonly now: () => string
  readonly #listeners = new Set<(transaction: LabTransaction) => void>()
  #batch: { readonly id: string; readonly requestId: string } | null = null
  #requests = 0

  constructor(options: OandaAccountOptions, now: () => string, token: string) {
    this.id = options.id
    this.currency = options.currency ?? 'USD'
    this.isHedging = options.hedging ?? false
    this.isFifo = options.fifo ?? false
    this.mt4AccountID = options.mt4AccountID ?? null
    this.marginRate = options.marginRate === undefined ? null : toAmount(options.marginRate)
    this.token = options.token ?? token
    this.now = now
    this.createdTime = now()
    this.beginBatch()
    const [siteID, divisionID, accountUserID, accountNumber] = this.id.split('-').map(Number)
    this.book('CREATE', { divisionID, siteID, accountUserID, accountNumber, homeCurrency: this.currency })
    this.transfer(toAmount(options.balance ?? '100000'))
  }

  get lastId(): string {
    return String(this.transactions.length)
  }

  get nextId(): string {
    return String(this.transactions.length + 1)
  }

  get userId(): number {
    return Number(this.id.split('-')[2])
  }

  /** What is booked from here on happened at once. */
  beginBatch(): void {
    this.#requests++
    this.#batch = { id: this.nextId, requestId: String(42_000_000_000_000_000n + BigInt(this.#requests)) }
  }

  /** The transactions of the current batch. */
  get batch(): readonly LabTransaction[] {
    return this.transactions.slice(Number(this.#batch?.id ?? 1) - 1)
  }

  book(type: string, fields: object): LabTransaction {
    const transaction: LabTransaction = {
      id: this.nextId,
      time: this.now(),
      userID: this.userId,
      accountID: this.id,
      batchID: this.#batch?.id,
      requestID: this.#batch?.requestId,
      type,
      ...fields,
    }
    this.transactions.push(transaction)
    for (const listener of this.#listeners) listener(transaction)
    return transaction
  }

  /** That which created an order. */
  transactionOf({ id }: LabOrder): LabTransaction {
    const transaction = this.transactions[Number(id) - 1]
    if (transaction === undefined) throw new Error(`The journal has no transaction ${id}`)
    return transaction
  }

  /** Returns how to stop listening. */
  listen(listener: (transaction: LabTransaction) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  transfer(amount: bigint): LabTransaction {
    this.balance += amount
    return this.book('TRANSFER_FUNDS', {
      amount: moneyText(amount),
      fundingReason: 'CLIENT_FUNDING',
      accountBalance: moneyText(this.balance),
    })
  }

  /** Of one instrument, since the account was opened. */
  totalsOf(instrument: string): Totals & { long: bigint; short: bigint } {
    const totals = this.byInstrument.get(instrument) ?? { pl: 0n, financing: 0n, commission: 0n, long: 0n, short: 0n }
    this.byInstrument.set(instrument, totals)
    return totals
  }

  /** The oldest first. */
  openTrades(instrument: string | null = null): readonly LabTrade[] {
    return this.trades.filter((trade) => isOpenTrade(trade) && (instrument === null || trade.instrument === instrument))
  }

  pendingOrders(): readonly LabOrder[] {
    return this.orders.filter(isPending)
  }

  /** By id, or by `@` and the client's own. A name may be given again once its order is over. */
  findOrder(specifier: string): LabOrder | null {
    if (!specifier.startsWith('@')) return this.orders.find(({ id }) => id === specifier) ?? null
    const named = this.orders.filter((order) => clientIdOf(order) === specifier.slice(1))
    return named.find(isPending) ?? named.at(-1) ?? null
  }

  findTrade(specifier: string): LabTrade | null {
    if (!specifier.startsWith('@')) return this.trades.find(({ id }) => id === specifier) ?? null
    const named = this.trades.filter(({ clientExtensions }) => clientExtensions?.id === specifier.slice(1))
    return named.find(isOpenTrade) ?? named.at(-1) ?? null
  }

  /** Those that protect a trade. */
  protectionsOf(trade: LabTrade): readonly LabOrder[] {
    return this.orders.filter((order) => order.trade === trade && isPending(order))
  }
}
