import type { InferSelectModel } from 'drizzle-orm'
import type { schema } from '../schema.ts'

type Tables = typeof schema

export type AccountRow = InferSelectModel<Tables['tradingAccounts']>
export type IntentRow = InferSelectModel<Tables['intents']>
export type PositionRow = InferSelectModel<Tables['positions']>
export type FillRow = InferSelectModel<Tables['fills']>
export type VenueOrderRow = InferSelectModel<Tables['venueOrders']>

/** A row of an account as a commit leaves it. */
export type LedgerRow =
  | { readonly table: 'accounts'; readonly row: AccountRow }
  | { readonly table: 'intents'; readonly row: IntentRow }
  | { readonly table: 'positions'; readonly row: PositionRow }
  | { readonly table: 'fills'; readonly row: FillRow }
  | { readonly table: 'venue_orders'; readonly row: VenueOrderRow }
