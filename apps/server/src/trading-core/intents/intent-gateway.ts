import type { IntentRow, LedgerEntry } from '@tradeloom/database'

/** What a venue whose book is in our tables has of a request: it is committed with its answer, or not at all. */
export interface VenueBooking {
  readonly entry: LedgerEntry
  /** Called once it is committed. */
  readonly done: () => void
}

/** What a venue says about a request. */
export type VenueAnswer =
  | {
      readonly kind: 'ACCEPTED'
      readonly venueId: string
      readonly partnerVenueId?: string
      readonly booking?: VenueBooking
    }
  /** A change or a cancellation was carried out. `venueId`: the changed order has another name there. */
  | { readonly kind: 'DONE'; readonly venueId?: string }
  | { readonly kind: 'REFUSED'; readonly reason: string }
  /** A cancellation that has not come through: it is sent again, because it can only make an account safer. */
  | { readonly kind: 'UNANSWERED'; readonly reason: string }
  /** It was not sent, or the venue did not look at it: there is nothing of it, and it may be written anew. */
  | { readonly kind: 'DROPPED'; readonly reason: string }

/** The way to the venue of an account. */
export interface IntentGateway {
  /** Milliseconds after its claim, a request that was lost can no longer arrive. */
  readonly fenceMs: number
  /**
   * Sends a request, once. Throws if there is no answer: nobody knows then whether the venue has it. `partner`: the second
   * of two orders that are one request. `until`: later than that it is not sent, UTC milliseconds.
   */
  submit(intent: IntentRow, partner: IntentRow | null, until?: number): Promise<VenueAnswer>
  /** Does what takes long, so that an order can leave at its moment. */
  prepare?(intent: IntentRow): Promise<unknown>
  /** What the venue knows by the client id; null if it answers that it knows nothing. Throws if it does not answer. */
  find(intent: IntentRow): Promise<VenueAnswer | null>
}
