import { newId, schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import type { IndicatorCopyRow, VersionRow } from './algorithm-rows.ts'
import { newestVersion } from './algorithms.repository.ts'
import { checkScript, scriptHash } from './check-script.ts'
import { numberShared, unshareVersions } from './share-versions.ts'

const { algorithms, algorithmVersions, versionIndicators } = schema

export type IndicatorCopy = Omit<IndicatorCopyRow, 'versionId'>

export interface NewVersion {
  readonly script: string
  readonly message: string
  /** The version that it was made from; the newest one if null. */
  readonly previous?: string | null
  /** Custom indicators that it carries copies of. */
  readonly indicators?: readonly IndicatorCopy[]
  /** When it was saved, for versions that come from a file. */
  readonly createdAt?: Date
}

/** Adds the next version; if new versions are shared, so are this one and the algorithm. */
export async function insertVersion(
  tx: Transaction,
  algorithm: { readonly id: string; readonly shared: boolean; readonly shareNew: boolean },
  { script, message, previous = null, indicators = [], createdAt }: NewVersion,
): Promise<Omit<VersionRow, 'check'>> {
  const newest = await newestVersion(tx, algorithm.id)
  const { externals, markets } = checkScript(script)
  const id = newId()
  // What was shared before sharing was turned off stays private when a new version turns it on again.
  if (algorithm.shareNew && !algorithm.shared) await unshareVersions(tx, algorithm.id)
  await tx.insert(algorithmVersions).values({
    id,
    algorithmId: algorithm.id,
    versionNo: (newest?.versionNo ?? 0) + 1,
    shared: algorithm.shareNew,
    message,
    script,
    scriptHash: scriptHash(script),
    externals: [...externals],
    markets: [...markets],
    previousVersionId: previous ?? newest?.id ?? null,
    ...(createdAt ? { createdAt } : {}),
  })
  if (algorithm.shareNew) await numberShared(tx, algorithm.id)
  if (indicators.length > 0) {
    await tx.insert(versionIndicators).values(indicators.map((copy) => ({ ...copy, versionId: id })))
  }
  const shared = algorithm.shareNew ? { shared: true } : {}
  await tx
    .update(algorithms)
    .set({ updatedAt: new Date(), ...shared })
    .where(eq(algorithms.id, algorithm.id))
  const [saved] = await tx.select().from(algorithmVersions).where(eq(algorithmVersions.id, id))
  return { ...saved!, indicators: indicators.map(({ key }) => key).toSorted() }
}
