/** What an order asks for; amounts and prices in units, 0 where there is none. An amount above 0 buys. */
export interface OrderDraft {
  readonly cid: number | null
  readonly symbol: string
  /** As the venue writes it: `EXCHANGE LIMIT`; without the first word it is of the margin wallet. */
  readonly type: string
  readonly amount: bigint
  readonly price: bigint
  readonly auxLimit: bigint
  /** How far a stop follows the best price. */
  readonly distance: bigint
  readonly flags: number
  /** UTC milliseconds; null without an end. */
  readonly end: number | null
}

export interface BitfinexOrder extends Omit<OrderDraft, 'type' | 'amount' | 'price'> {
  readonly id: number
  readonly created: number
  readonly original: bigint
  updated: number
  /** What is left of it. */
  amount: bigint
  type: string
  /** Of a stop that follows, where it is now. */
  price: bigint
  previousType: string | null
  status: string
  /** Of all that was executed. */
  value: bigint
  isOpen: boolean
  /** Waits for its price. */
  isWaiting: boolean
  partner: BitfinexOrder | null
}

export interface BitfinexFill {
  readonly id: number
  readonly order: BitfinexOrder
  readonly time: number
  readonly amount: bigint
  readonly price: bigint
  readonly isMaker: boolean
  readonly fee: bigint
  readonly feeCurrency: string
}

export const FLAGS = { reduceOnly: 1_024, postOnly: 4_096, oco: 16_384 }

export function walletOf(type: string): 'exchange' | 'margin' {
  return type.startsWith('EXCHANGE ') ? 'exchange' : 'margin'
}

/** The type without the word that says of which wallet it is. */
export function kindOf(type: string): string {
  return type.replace(/^EXCHANGE /, '')
}

/** As the venue prints it. */
export function plain(units: bigint): number {
  return Number(units) / 1e8
}

export function orderRow(order: BitfinexOrder): readonly unknown[] {
  const executed = order.original - order.amount
  const average = executed === 0n ? 0 : plain((order.value * 100_000_000n) / executed)
  const row: unknown[] = [
    order.id,
    null,
    order.cid,
    order.symbol,
    order.created,
    order.updated,
    plain(order.amount),
    plain(order.original),
    order.type,
    order.previousType,
    order.end,
    null,
    order.flags,
    order.status,
    null,
    null,
    plain(order.price),
    average,
    plain(order.distance),
    plain(order.auxLimit),
  ]
  return [...row, null, null, null, 0, 0, order.partner?.id ?? null, null, null, 'API>BFX', null, null, null]
}

/** The fee comes with the second message about it. */
export function fillRow({ id, order, ...fill }: BitfinexFill, hasFee = true): readonly unknown[] {
  const fee = hasFee ? [plain(-fill.fee), fill.feeCurrency] : [null, null]
  const row = [id, order.symbol, fill.time, order.id, plain(fill.amount), plain(fill.price), order.type]
  return [...row, plain(order.price), fill.isMaker ? 1 : -1, ...fee, order.cid]
}
