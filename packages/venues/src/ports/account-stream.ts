import type { VenueBalance } from './account-reader.ts'
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

/** The private stream of one account. It connects again on its own until it is closed. */
export interface AccountStream {
  close(): void
}
