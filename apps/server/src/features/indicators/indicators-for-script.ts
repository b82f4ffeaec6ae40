import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import type { IndicatorUse } from '@tradeloom/script'
import { and, eq, inArray } from 'drizzle-orm'
import { scriptErrors } from '../../platform/errors/script-errors.ts'
import { isSystemKey } from './system-indicators.ts'

const { indicators, versionIndicators } = schema

/** A copy of an indicator, not yet of a version. */
export type IndicatorCopy = Omit<typeof versionIndicators.$inferSelect, 'versionId'>

export interface IndicatorsOfScript {
  readonly userId: string
  /** The indicators that the script names. */
  readonly uses: readonly IndicatorUse[]
  /** The version before: its copies serve where the user has no indicator with the key, as in a clone. */
  readonly previousVersionId: string | null
}

/**
 * Copies of the custom indicators that a script names, for its version. Throws 400 with line and column if it names one
 * that does not exist.
 */
export async function indicatorsFor(
  tx: Transaction,
  { userId, uses, previousVersionId }: IndicatorsOfScript,
): Promise<IndicatorCopy[]> {
  const custom = uses.filter(({ key }) => !isSystemKey(key))
  if (custom.length === 0) return []
  const keys = custom.map(({ key }) => key)
  const { id, key, name, script, scriptHash } = indicators
  const own = await tx
    .select({ key, name, script, scriptHash, indicatorId: id })
    .from(indicators)
    .where(and(eq(indicators.userId, userId), inArray(key, keys)))
  const copied = previousVersionId === null ? [] : await copiesOf(tx, previousVersionId)
  const known = new Map<string, IndicatorCopy>([...copied, ...own].map((copy) => [copy.key, copy]))
  const unknown = custom.filter((use) => !known.has(use.key))
  if (unknown.length > 0) {
    throw scriptErrors(unknown.map((use) => ({ ...use, message: `There is no indicator ${use.key}` })))
  }
  return keys.map((one) => known.get(one) as IndicatorCopy)
}

/** The copies that a version has. */
export async function copiesOf(tx: Drizzle | Transaction, versionId: string): Promise<IndicatorCopy[]> {
  const { key, name, script, scriptHash, indicatorId } = versionIndicators
  return tx
    .select({ key, name, script, scriptHash, indicatorId })
    .from(versionIndicators)
    .where(eq(versionIndicators.versionId, versionId))
    .orderBy(key)
}
