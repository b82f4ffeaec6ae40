import { schema } from './schema.ts'
import type { Drizzle } from './start-database.ts'

const { venueSettings } = schema

export type VenueSettingsRow = typeof venueSettings.$inferSelect

/** What administrators have set, by venue id. A venue without settings is off. */
export async function readVenueSettings(db: Pick<Drizzle, 'select'>): Promise<Map<string, VenueSettingsRow>> {
  const rows = await db.select().from(venueSettings)
  return new Map(rows.map((row) => [row.venueId, row]))
}
