import type { CarriedIndicator } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, inArray, or } from 'drizzle-orm'
import { type IndicatorCopy, copiesOf } from './indicators-for-script.ts'

const { indicators } = schema

type Own = Pick<typeof indicators.$inferSelect, 'id' | 'key' | 'scriptHash'>

/** The copies that a user's version has, by key, and what became of the user's indicators since it was saved. */
export async function carriedIndicators(db: Drizzle, versionId: string, userId: string): Promise<CarriedIndicator[]> {
  const copies = await copiesOf(db, versionId)
  if (copies.length === 0) return []
  const keys = copies.map(({ key }) => key)
  const ids = copies.flatMap(({ indicatorId }) => (indicatorId === null ? [] : [indicatorId]))
  const { id, key, scriptHash } = indicators
  const own = await db
    .select({ id, key, scriptHash })
    .from(indicators)
    .where(and(eq(indicators.userId, userId), or(inArray(key, keys), inArray(id, ids))))
  return copies.map((copy) => compared(copy, own))
}

function compared({ key, indicatorId, scriptHash }: IndicatorCopy, own: readonly Own[]): CarriedIndicator {
  const source = own.find(({ id }) => id === indicatorId)
  // The next version takes the indicator with the key, whichever the copy came from.
  const named = own.find((one) => one.key === key)
  if (!named) return { key, state: source ? 'renamed' : 'gone', ownId: source?.id ?? null, ownKey: source?.key ?? null }
  const differs = named === source ? 'changed' : 'other'
  return { key, state: named.scriptHash === scriptHash ? 'current' : differs, ownId: named.id, ownKey: key }
}
