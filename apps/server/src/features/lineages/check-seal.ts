import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import { AppError } from '../../platform/errors/app-error.ts'
import { lineageOf } from './lineage-of.ts'

const { algorithmLineages, algorithms, algorithmVersions, lineageSeals, sealOpenings, trialLedger } = schema

interface SealedScript {
  /** Null for a script that came as a file. */
  readonly algorithmId: string | null
  readonly scriptHash: string
  readonly userId: string
}

/**
 * Throws if a run would use sealed data. Until the transaction ends, no seal of the lineage changes.
 */
export async function checkSeal(
  tx: Transaction,
  { end, ...script }: SealedScript & { readonly end: Date },
): Promise<void> {
  const { algorithmId } = script
  const lineage = algorithmId === null ? null : await lineageOf(tx, algorithmId)
  if (algorithmId !== null && !lineage) return
  if (lineage) await lockSeals(tx, lineage.lineageId, 'shared')
  const sealed = await sealedFrom(tx, script)
  if (sealed === null || sealed >= end) return
  const text = `The data from ${sealed.toISOString().slice(0, 10)} on is sealed for this algorithm and its clones. End on that day at the latest, or open the seal, which can be done once`
  throw new AppError('forbidden', 'data-sealed', text, { fields: { end: text } })
}

/**
 * Since when the data of a script is sealed; null if it is not. Seals of an owner cover the whole lineage, and the same
 * script elsewhere: a script that was sealed, tried or saved in the lineage stays sealed in the owner's other algorithms too.
 */
export async function sealedFrom(
  db: Drizzle | Transaction,
  { algorithmId, scriptHash, userId }: SealedScript,
): Promise<Date | null> {
  const lineage = algorithmId === null ? null : await lineageOf(db, algorithmId)
  const { rows } = await db.execute<{ time: number | null }>(sql`
    select (extract(epoch from min(seal.sealed_from)) * 1000)::float8 as time from ${lineageSeals} seal
    where not exists (select from ${sealOpenings} opening
        where opening.lineage_id = seal.lineage_id and opening.user_id = seal.user_id)
      and (seal.lineage_id = ${lineage?.lineageId ?? null}::uuid
          and seal.user_id = any(${sql.param([...(lineage?.users ?? [])])}::uuid[])
        or seal.user_id = ${userId} and (
          exists (select from ${algorithmVersions} version
            join ${algorithms} algorithm on algorithm.id = version.algorithm_id and algorithm.user_id = ${userId}
            join ${algorithmLineages} lineage on lineage.algorithm_id = algorithm.id
            where version.script_hash = ${scriptHash} and lineage.lineage_id = seal.lineage_id)
          or exists (select from ${trialLedger} line
            where line.lineage_id = seal.lineage_id and line.user_id = ${userId} and line.script_hash = ${scriptHash})))`)
  const time = rows[0]?.time ?? null
  return time === null ? null : new Date(time)
}

/** Runs take the lock together, whoever changes the seal alone. */
export async function lockSeals(tx: Transaction, lineageId: string, mode: 'shared' | 'alone'): Promise<void> {
  const key = sql`hashtextextended(${`seals of ${lineageId}`}, 0)`
  await tx.execute(
    mode === 'shared' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`,
  )
}
