import type { VersionCheckChange } from '@tradeloom/contracts'
import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { desc, eq } from 'drizzle-orm'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { viewCheck } from './algorithm-views.ts'
import type { CheckRow } from './algorithm-rows.ts'
import { checkVersion } from './check-version.job.ts'
import { shippedCheck } from './sample-verdicts.ts'

const { algorithms, algorithmVersions, versionChecks } = schema

type StoredVersion = typeof algorithmVersions.$inferSelect

const RECENT = 50

interface VersionChecksDeps {
  readonly db: Drizzle
  readonly jobs: Pick<Jobs, 'add'>
  /** Whether every saved version is checked, or only those whose owners ask for it. */
  readonly isAutomatic: boolean
}

/** The checks of versions. */
export class VersionChecks {
  readonly #db: Drizzle
  readonly #jobs: Pick<Jobs, 'add'>
  readonly #isAutomatic: boolean

  constructor({ db, jobs, isAutomatic }: VersionChecksDeps) {
    this.#db = db
    this.#jobs = jobs
    this.#isAutomatic = isAutomatic
  }

  /**
   * Queues the first check of a version, in the transaction that saves it; null if versions are checked on request. The
   * verdict on a clone of a sample is known.
   */
  async queue(
    tx: Transaction,
    { id: versionId, scriptHash }: Pick<StoredVersion, 'id' | 'scriptHash'>,
    userId: string,
  ): Promise<CheckRow | null> {
    const shipped = shippedCheck(scriptHash)
    if (!this.#isAutomatic && shipped === null) return null
    const [row] = await tx
      .insert(versionChecks)
      .values({ versionId, ...shipped })
      .returning()
    if (shipped === null) await this.#jobs.add(tx, checkVersion, { id: versionId, tenant: userId, data: {} })
    return row as CheckRow
  }

  /** Queues a check of a user's version, unless one is already queued or running. */
  ask(versionId: string, userId: string): Promise<CheckRow> {
    const fresh = { status: 'queued', verdict: null, reason: null, attempts: 0 } as const
    return this.#db.transaction(async (tx) => {
      const queued = await tx
        .insert(versionChecks)
        .values({ versionId })
        .onConflictDoUpdate({
          target: versionChecks.versionId,
          set: { ...fresh, findings: [], queuedAt: new Date() },
          setWhere: eq(versionChecks.status, 'done'),
        })
        .returning()
      if (queued.length > 0) await this.#jobs.add(tx, checkVersion, { id: versionId, tenant: userId, data: {} })
      const [row] = await tx.select().from(versionChecks).where(eq(versionChecks.versionId, versionId))
      return row as CheckRow
    })
  }

  /** The newest checks of a user's versions. */
  async recent(userId: string): Promise<VersionCheckChange[]> {
    const rows = await this.#db
      .select({ check: versionChecks, algorithmId: algorithms.id })
      .from(versionChecks)
      .innerJoin(algorithmVersions, eq(algorithmVersions.id, versionChecks.versionId))
      .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
      .where(eq(algorithms.userId, userId))
      .orderBy(desc(versionChecks.queuedAt))
      .limit(RECENT)
    return rows.map(({ check, algorithmId }) => ({ algorithmId, versionId: check.versionId, check: viewCheck(check) }))
  }
}
