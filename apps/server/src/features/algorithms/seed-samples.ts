import { type Drizzle, newId, schema, type Transaction } from '@tradeloom/database'
import { ENGINE_VERSION } from '@tradeloom/engine'
import { and, eq, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { checkScript, scriptHash } from './check-script.ts'
import { shippedCheck } from './sample-verdicts.ts'
import { sampleFile, SAMPLES } from './samples.ts'

/** User name of the owner of the samples, who has no credentials: nobody can sign in as this user. */
export const SAMPLE_OWNER = 'tradeloom'
const SYSTEM_USER = { username: SAMPLE_OWNER, displayUsername: 'Tradeloom', email: 'samples@tradeloom.invalid' }

/** Creates the shared samples that do not exist yet, at every start of the server. */
export async function seedSamples(db: Drizzle, { analyzesVersions }: Pick<Config, 'analyzesVersions'>): Promise<void> {
  const { algorithms, algorithmVersions, users, versionChecks } = schema
  await db.transaction(async (tx) => {
    await tx
      .insert(users)
      .values({ id: newId(), name: SYSTEM_USER.displayUsername, ...SYSTEM_USER })
      .onConflictDoNothing()
    // The lock keeps two servers that start at once from creating a sample twice.
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.username, SYSTEM_USER.username))
      .for('update')
    const userId = owner!.id
    const existing = await tx.select({ name: algorithms.name }).from(algorithms).where(eq(algorithms.userId, userId))
    const missing = SAMPLES.filter(({ name }) => !existing.some((one) => one.name === name))
    for (const { name, description, file } of missing) {
      const id = newId()
      const script = sampleFile(file)
      const hash = scriptHash(script)
      const { externals, markets } = checkScript(script)
      await tx.insert(algorithms).values({ id, userId, name, description, shared: true, shareNew: true })
      const versionId = newId()
      await tx.insert(algorithmVersions).values({
        id: versionId,
        algorithmId: id,
        versionNo: 1,
        sharedVersionNo: 1,
        shared: true,
        message: 'First version',
        script,
        scriptHash: hash,
        externals: [...externals],
        markets: [...markets],
      })
      const check = shippedCheck(hash)
      if (check !== null || analyzesVersions) await tx.insert(versionChecks).values({ versionId, ...check })
    }
    await renewChecks(tx, userId, analyzesVersions)
  })
}

const QUEUED: Omit<typeof schema.versionChecks.$inferInsert, 'versionId'> = {
  status: 'queued',
  verdict: null,
  reason: null,
  findings: [],
  engineVersion: null,
  attempts: 0,
}

/**
 * After an upgrade of the engine, samples get the verdict that was shipped with it. One whose script differs from the shipped
 * one, because it was created earlier, is analyzed again.
 */
async function renewChecks(tx: Transaction, userId: string, analyzesVersions: boolean): Promise<void> {
  const { algorithms, algorithmVersions, versionChecks } = schema
  const outdated = await tx
    .select({ versionId: versionChecks.versionId, scriptHash: algorithmVersions.scriptHash })
    .from(versionChecks)
    .innerJoin(algorithmVersions, eq(algorithmVersions.id, versionChecks.versionId))
    .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
    .where(and(eq(algorithms.userId, userId), sql`${versionChecks.engineVersion} is distinct from ${ENGINE_VERSION}`))
  for (const { versionId, scriptHash: hash } of outdated) {
    const check = shippedCheck(hash) ?? (analyzesVersions ? QUEUED : null)
    if (check !== null) await tx.update(versionChecks).set(check).where(eq(versionChecks.versionId, versionId))
  }
}
