import { schema, type Transaction } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import { AppError } from '../../platform/errors/app-error.ts'
import { lineageOf } from './lineage-of.ts'

const { algorithmLineages, algorithms, algorithmVersions, lineageSeals, sealOpenings, trialLedger } = schema

interface SealedRun {
  /** Null for a script that came as a file. */
  readonly algorithmId: string | null
  readonly scriptHash: string
  readonly userId: string
  readonly end: Date
}

/**
 * Throws if a run would use sealed data. Seals of an owner cover the whole lineage, and the same script elsewhere: a
 * script that was sealed, tried or saved in the lineage stays sealed in the owner's other algorithms too. Until the
 * transaction ends, no seal of the lineage changes.
 */
export async function checkSeal(tx: Transaction, { algorithmId, scriptHash, userId, end }: SealedRun): Promise<void> {
  const lineage = algorithmId === null ? null : await lineageOf(tx, algorithmId)
  if (algorithmId !== null && !lineage) return
  if (lineage) await lockSeals(tx, lineage.lineageId, 'shared')
  const { rows } = await tx.execute<{ sealed_from: string }>(sql`
    select to_char(seal.sealed_from at time zone 'UTC', 'YYYY-MM-DD') as sealed_from from ${lineageSeals} seal
    where seal.sealed_from < ${end.toISOString()}::timestamptz
      and not exists (select from ${sealOpenings} opening
        where opening.lineage_id = seal.lineage_id and opening.user_id = seal.user_id)
      and (seal.lineage_id = ${lineage?.lineageId ?? null}::uuid
          and seal.user_id = any(${sql.param([...(lineage?.users ?? [])])}::uuid[])
        or seal.user_id = ${userId} and (
          exists (select from ${algorithmVersions} version
            join ${algorithms} algorithm on algorithm.id = version.algorithm_id and algorithm.user_id = ${userId}
            join ${algorithmLineages} lineage on lineage.algorithm_id = algorithm.id
            where version.script_hash = ${scriptHash} and lineage.lineage_id = seal.lineage_id)
          or exists (select from ${trialLedger} line
            where line.lineage_id = seal.lineage_id and line.user_id = ${userId} and line.script_hash = ${scriptHash})))
    order by seal.sealed_from limit 1`)
  const [seal] = rows
  if (!seal) return
  const text = `The data from ${seal.sealed_from} on is sealed for this algorithm and its clones. End on that day at the latest, or open the seal, which can be done once`
  throw new AppError('forbidden', 'data-sealed', text, { fields: { end: text } })
}

/** Runs take the lock together, whoever changes the seal alone. */
export async function lockSeals(tx: Transaction, lineageId: string, mode: 'shared' | 'alone'): Promise<void> {
  const key = sql`hashtextextended(${`seals of ${lineageId}`}, 0)`
  await tx.execute(
    mode === 'shared' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`,
  )
}
