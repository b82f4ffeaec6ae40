import { RETENTION_KINDS, type RetentionKind } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { STORAGE_KINDS } from './storage-kinds.ts'

const { retentionRules } = schema

/** After how many days each kind is deleted; null: never. */
export async function retentionDays(db: Drizzle): Promise<Readonly<Record<RetentionKind, number | null>>> {
  const rows = await db.select({ kind: retentionRules.kind, days: retentionRules.days }).from(retentionRules)
  const chosen = new Map(rows.map(({ kind, days }) => [kind, days]))
  const daysOf = (kind: RetentionKind): number | null => {
    const days = chosen.get(kind)
    return days === undefined ? STORAGE_KINDS[kind].retention.days : days
  }
  return Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, daysOf(kind)])) as Record<RetentionKind, number | null>
}
