import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import type { TrialMoments } from '@tradeloom/metrics'
import { mergeMoments } from '@tradeloom/optimizer'
import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { lineageOf } from './lineage-of.ts'

const { trialLedger } = schema

/**
 * All trials of the lineage of an algorithm, by its owner and those it was cloned from, without the line of `except`.
 * Lines are merged in the order of their hashes, because sums of floats depend on it.
 */
export async function lineageTrials(
  db: Drizzle | Transaction,
  algorithmId: string,
  except?: string,
): Promise<TrialMoments> {
  const lineage = await lineageOf(db, algorithmId)
  if (!lineage) return { count: 0, rated: 0, mean: 0, squares: 0 }
  const conditions: (SQL | undefined)[] = [
    eq(trialLedger.lineageId, lineage.lineageId),
    inArray(trialLedger.userId, [...lineage.users]),
    except === undefined ? undefined : ne(trialLedger.manifestHash, except),
  ]
  const lines = await db
    .select({
      count: trialLedger.count,
      rated: trialLedger.rated,
      mean: trialLedger.mean,
      squares: trialLedger.squares,
    })
    .from(trialLedger)
    .where(and(...conditions))
    .orderBy(asc(trialLedger.manifestHash), asc(trialLedger.userId))
  return mergeMoments(lines)
}
