import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { algorithms } from './algorithms.ts'

/** Where an algorithm comes from. A trigger writes it when the algorithm is inserted, and nothing changes it afterwards. */
export const algorithmLineages = pgTable(
  'algorithm_lineages',
  {
    algorithmId: uuid('algorithm_id')
      .primaryKey()
      .references(() => algorithms.id, { onDelete: 'cascade' }),
    /** The first algorithm of the chain of clones, even after that one is deleted. */
    lineageId: uuid('lineage_id').notNull(),
    /** Owners along that chain, its own one included: their trials and seals count for it. */
    users: uuid().array().notNull(),
  },
  (table) => [index('algorithm_lineages_lineage').on(table.lineageId)],
)
