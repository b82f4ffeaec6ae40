import { type ListedInstrument, listInstrument } from '@tradeloom/domain'
import { sql } from 'drizzle-orm'
import { schema } from './schema.ts'
import type { Drizzle } from './start-database.ts'

const { instruments } = schema

/** What the venues list, as they last stated it. */
export async function readListings(db: Pick<Drizzle, 'select'>): Promise<ListedInstrument[]> {
  const rows = await db.select({ listing: instruments.listing }).from(instruments).orderBy(instruments.id)
  // Rows of earlier versions lack what was added since.
  return rows.map(({ listing }) => listInstrument(listing, listing))
}

/** Replaces what is known of these instruments; others stay as they are. */
export async function putListings(db: Pick<Drizzle, 'insert'>, listings: readonly ListedInstrument[]): Promise<void> {
  if (listings.length === 0) return
  await db
    .insert(instruments)
    .values(listings.map((listing) => ({ id: listing.id, broker: listing.broker, listing })))
    .onConflictDoUpdate({
      target: instruments.id,
      set: { broker: sql`excluded.broker`, listing: sql`excluded.listing`, listedAt: sql`now()` },
    })
}
