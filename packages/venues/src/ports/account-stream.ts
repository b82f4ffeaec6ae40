import type { Direction } from '@tradeloom/domain'
import type { VenueBalance, VenuePosition } from './account-reader.ts'
import type { VenueFill, VenueOrder } from './order-gateway.ts'

/** What happens to an account, as a venue reports it. Anything may be missing or come twice: it is read again. */
export type AccountMessage =
  /** It is connected, perhaps again: what happened before has to be read. */
  | { readonly kind: 'connected' }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'order'; readonly order: VenueOrder }
  | { readonly kind: 'fill'; readonly fill: VenueFill }
  /** Of the currencies that have changed. */
  | { readonly kind: 'balances'; readonly balances: readonly VenueBalance[] }
  | { readonly kind: 'transfer'; readonly transfer: VenueTransfer }
  /** What the holding of positions has cost: swaps, and funding of perpetuals. */
  | { readonly kind: 'financing'; readonly financing: VenueFinancing }
  /** Of a margin account: those that have changed; a quantity of 0 is one that was closed. */
  | { readonly kind: 'positions'; readonly positions: readonly VenuePosition[] }
  /** Whether open positions need more margin than the account has. */
  | { readonly kind: 'margin'; readonly isCalled: boolean }
  /** The venue closes positions by force. The executions of that come on their own. */
  | { readonly kind: 'liquidation'; readonly instrumentId: string }

/** The private stream of one account. It connects again on its own until it is closed. */
export interface AccountStream {
  close(): void
}

/** Money that has come to the account, or left it below 0, without a trade. */
export interface VenueTransfer {
  /** Unique at the venue: the same one may be reported several times. */
  readonly id: string
  /** UTC milliseconds. */
  readonly time: number
  readonly currency: string
  readonly amount: number
}

/** What holding positions of an instrument has cost; below 0 if it was received. In the currency of the account. */
export interface VenueFinancing {
  /** Unique at the venue: the same one may be reported several times. */
  readonly id: string
  /** UTC milliseconds. */
  readonly time: number
  readonly instrumentId: string
  /** Of an account with one position in each direction: the one that it was paid for. */
  readonly leg?: Direction
  readonly cost: 'swap' | 'funding'
  readonly amount: number
}
