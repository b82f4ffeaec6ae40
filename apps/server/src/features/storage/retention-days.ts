import { type Drizzle, schema } from '@tradeloom/database'

const { retentionRules } = schema

/** Kinds of data that are deleted after days, unless an administrator says otherwise. */
const DEFAULT_DAYS = { ticks: 35 } as const
export type RetentionKind = keyof typeof DEFAULT_DAYS

/** After how many days each kind goes; null: never. */
export async function retentionDays(db: Drizzle): Promise<Readonly<Record<RetentionKind, number | null>>> {
  const rows = await db.select({ kind: retentionRules.kind, days: retentionRules.days }).from(retentionRules)
  return { ...DEFAULT_DAYS, ...Object.fromEntries(rows.map(({ kind, days }) => [kind, days])) }
}
