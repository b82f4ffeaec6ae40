import type { AccountModel, OrderType, Side, TimeInForce } from '@tradeloom/domain'
import type { AccountReader } from '../ports/account-reader.ts'
import type { AccountMessage } from '../ports/account-stream.ts'
import type { OrderGateway } from '../ports/order-gateway.ts'

/** What goes wrong with the next request of a kind. In all but the last three it is carried out. */
export type RequestFault =
  | 'lost answer'
  | 'late answer'
  | 'answer cut off'
  | 'unreadable answer'
  | 'server error afterwards'
  /** Not carried out, and it does not say so. */
  | 'server error before'
  /** Not carried out: too many requests. */
  | 'refused for now'
  /** It arrives late. */
  | 'late request'

/** What goes wrong with the next message of a private stream, or with its connection. */
export type StreamFault =
  | 'fill lost'
  | 'fill twice'
  /** It comes after what follows it. */
  | 'fill late'
  | 'transfer twice'
  /** Without a word. */
  | 'connection lost'
  /** Nothing arrives any more. */
  | 'silence'

/** An order as the venue itself has it, whichever program placed it. */
export interface OrderAtVenue {
  readonly clientId: string
  readonly type: OrderType
  readonly side: Side
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly quantity: number
  readonly filled: number
  /** Null if it has none. */
  readonly limitPrice: number | null
  readonly stopPrice: number | null
  readonly isWorking: boolean
}

export interface TradingLabOptions {
  /** Signs with something that is not the key's. */
  readonly hasWrongSecret?: boolean
  readonly canWithdraw?: boolean
}

/** A stand-in with one account, and a client of it. */
export interface RunningTradingLab {
  readonly orders: OrderGateway
  readonly account: AccountReader
  /** Opens the private stream of the account. `messages` grows. */
  listen(): Promise<{ readonly messages: readonly AccountMessage[]; close(): void }>
  /** UTC milliseconds. */
  now(): number
  /** Returns once everything up to that time has happened. */
  advanceTo(time: number): Promise<void>
  /** Returns once both sides have taken in what has happened. */
  settled(): Promise<void>
  /** `ms`: how late a request or its answer is. */
  disturb(request: 'PLACE' | 'CANCEL' | 'TRAIL', fault: RequestFault, ms?: number): void
  disturbStream(fault: StreamFault): void
  /** The clock of the venue goes that much ahead of the client's, milliseconds. */
  skew(ms: number): void
  /** The names of orders in all requests to place some that have reached the venue, whatever came of them. */
  names(): readonly string[]
  atVenue(): readonly OrderAtVenue[]
  /** The market takes a part of an order that works, at its limit. */
  fill(clientId: string, quantity: number): void
  /** Trades at a price, which triggers stops, and is bid and asked around it. */
  trade(price: number): void
  /** Another program of the owner places an order that waits. `isStrange`: of a kind that the port has no word for. */
  placeElsewhere(options: { readonly isStrange: boolean }): void | Promise<void>
  deposit(currency: string, amount: number): void
  /** Long positions pay that share of their value to short ones, where there are perpetuals. */
  fund?(rate: number): void
  /** The owner deletes the key at the venue. */
  deleteKey(): void
  stop(): Promise<void>
}

/** How the suite gets gateway, reader and stream of an adapter that talk to a stand-in. */
export interface TradingLab {
  readonly instrumentId: string
  /** The market at the start, and its steps. */
  readonly bid: number
  readonly ask: number
  readonly tick: number
  readonly step: number
  /** A usual quantity, of which tenths can be ordered. */
  readonly quantity: number
  readonly model: AccountModel
  /** What a position ties up of its value; 1 where nothing is borrowed. */
  readonly marginRate: number
  /** Whether orders that wait use margin, as positions do. */
  readonly usesMarginForOrders?: boolean
  /** By currency at the start. */
  readonly balances: Readonly<Record<string, number>>
  /** What is bought, and what it is paid with. */
  readonly base: string
  readonly quote: string
  /** Of what is received; of the value where a position is all that there is of it. */
  readonly feeRate: number
  /** In which it is paid; what is bought if omitted. */
  readonly feeCurrency?: string
  /** Whether the venue says of an execution that its order waited for it. */
  readonly hasMakers: boolean
  /** How many trades a page of the history has. */
  readonly pageSize: number
  /** No answer, error or message may contain any of them. */
  readonly secrets: readonly string[]
  /** Cases that the venue's document denies, with its words. */
  readonly denied: Readonly<Record<string, string>>
  /** What the venue does not have at all, with its words. */
  readonly lacks?: Readonly<Partial<Record<'mark' | 'trailing', string>>>
  start(options?: TradingLabOptions): Promise<RunningTradingLab>
}
