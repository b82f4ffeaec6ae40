import type { AccountRow, PositionRow, Tables, VenueOrderRow } from '@tradeloom/database'

export type CustodyRow = Tables['custodyAudits']['$inferSelect']

export interface StoredPosition {
  readonly position: PositionRow
  /** Of its account. */
  readonly model: AccountRow['model']
  /** The name of the owner of its account. */
  readonly owner: string
  /** Whether its stop is watched here, because its venue did not take it. */
  readonly isStopHeld: boolean
  /** How it is protected now. */
  readonly custody: CustodyRow | null
  /** Of its account: that in which its profit is stated. */
  readonly currency: string
  readonly session: {
    readonly algorithmId: string | null
    readonly algorithmName: string
    readonly stopped: Date | null
  } | null
}

export interface StoredOrder {
  readonly order: VenueOrderRow
  /** By which its venue knows it; null on paper, and for orders from elsewhere. */
  readonly venueId: string | null
  readonly sessionId: string | null
  /** Why it is not canceled yet, though its owner wants that. */
  readonly cancellation: string | null
  readonly linkedTo: string | null
  /** The name of the person who placed it; null where that is whoever reads it. */
  readonly placedBy: string | null
}
