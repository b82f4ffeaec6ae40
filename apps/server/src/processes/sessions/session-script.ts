import { type Drizzle, schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'

const { algorithmVersions, versionIndicators } = schema

export interface SessionScript {
  readonly source: string
  readonly scriptHash: string
  readonly indicators: readonly { readonly key: string; readonly script: string; readonly scriptHash: string }[]
}

/** The script of a version with its copies of custom indicators; null if it is gone. */
export async function readScript(db: Drizzle, versionId: string | null): Promise<SessionScript | null> {
  if (versionId === null) return null
  const [version] = await db
    .select({ source: algorithmVersions.script, scriptHash: algorithmVersions.scriptHash })
    .from(algorithmVersions)
    .where(eq(algorithmVersions.id, versionId))
  if (!version) return null
  const { key, script, scriptHash } = versionIndicators
  const indicators = await db
    .select({ key, script, scriptHash })
    .from(versionIndicators)
    .where(eq(versionIndicators.versionId, versionId))
    .orderBy(key)
  return { ...version, indicators }
}
