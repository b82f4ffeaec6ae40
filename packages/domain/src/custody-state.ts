/**
 * How a position is protected by what its venue itself lists. COVERED: one order of the right quantity; HELD: watched by
 * Tradeloom; BUSY: a change or a closing is on its way; SHORT: the quantity does not fit; DOUBLE: two orders for one level;
 * BARE: it wants a stop and has none; ORPHAN: an order protects what is closed, or no longer wanted; STRANGER: an order from
 * elsewhere would close it.
 */
export const CUSTODY_STATES = ['COVERED', 'HELD', 'BUSY', 'SHORT', 'DOUBLE', 'BARE', 'ORPHAN', 'STRANGER'] as const
export type CustodyState = (typeof CUSTODY_STATES)[number]

/** Who has brought a position into its state of custody. `elsewhere`: neither Tradeloom nor the venue on its own. */
export const CUSTODY_CAUSES = ['script', 'person', 'custody', 'venue', 'guardian', 'elsewhere'] as const
export type CustodyCause = (typeof CUSTODY_CAUSES)[number]
