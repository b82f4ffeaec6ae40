import { type ListedInstrument, listInstrument } from '@tradeloom/domain'
import { inArray, sql } from 'drizzle-orm'
import { schema } from './schema.ts'
import type { Drizzle } from './start-database.ts'

const { instruments } = schema

/** What the venues list, as they last stated it; of certain instruments alone if `ids` are given. */
export async function readListings(db: Pick<Drizzle, 'select'>, ids?: readonly string[]): Promise<ListedInstrument[]> {
  const rows = await db
    .select({ listing: instruments.listing })
    .from(instruments)
    .where(ids && inArray(instruments.id, [...ids]))
    .orderBy(instruments.id)
  // Rows of earlier versions lack what was added since.
  return rows.map(({ listing }) => listInstrument(listing, listing))
}

/** Changes with whatever venues list. */
export async function readListingsStamp(db: Pick<Drizzle, 'select'>): Promise<string> {
  const [row] = await db
    .select({ stamp: sql<string>`count(*)::text || ' ' || coalesce(max(${instruments.listedAt})::text, '')` })
    .from(instruments)
  return row?.stamp ?? ''
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
