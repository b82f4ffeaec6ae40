import { schema, type Transaction } from '@tradeloom/database'
import type { TrialMoments } from '@tradeloom/metrics'
import { sql } from 'drizzle-orm'
import { lineageOf } from './lineage-of.ts'

const { trialLedger } = schema

/** What was tried, and on which data. */
export interface TrialLine {
  readonly algorithmId: string
  readonly userId: string
  readonly kind: 'backtest' | 'optimization'
  readonly manifestHash: string
  readonly scriptHash: string
  readonly moments: TrialMoments
  /** They are of a part of the data. */
  readonly isPart?: boolean
  readonly dataEnd: Date
}

/**
 * Writes the line of a backtest or optimization. Running the same one again replaces it, unless that tried less than before,
 * or the same on a part of the data.
 */
export async function recordTrials(
  tx: Transaction,
  { algorithmId, moments, isPart = false, ...line }: TrialLine,
): Promise<void> {
  const lineage = await lineageOf(tx, algorithmId)
  if (!lineage) return
  const changes = { ...line, ...moments, recordedAt: new Date() }
  await tx
    .insert(trialLedger)
    .values({ ...changes, lineageId: lineage.lineageId })
    .onConflictDoUpdate({
      target: [trialLedger.lineageId, trialLedger.userId, trialLedger.manifestHash],
      set: changes,
      setWhere: sql`(${trialLedger.count}, ${trialLedger.rated})
        ${isPart ? sql`<` : sql`<=`} (${moments.count}::int, ${moments.rated}::int)`,
    })
}
