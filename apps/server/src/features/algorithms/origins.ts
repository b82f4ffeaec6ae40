import { type Drizzle, schema } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import type { AlgorithmCard, Origin } from './algorithm-rows.ts'

const { algorithms, algorithmVersions } = schema

interface OriginRow extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly is_own: boolean
  readonly clone_id: string
  readonly version_id: string | null
  readonly version_no: number | null
  readonly shared_version_no: number | null
  readonly is_shared: boolean | null
  readonly has_newer: boolean
}

/**
 * The origins of clones by the clone's id. An algorithm that the viewer may not see has no entry: not even its name is
 * revealed. A version that the viewer may not see has no id and no number.
 */
export async function readOrigins(
  db: Drizzle,
  cards: readonly AlgorithmCard[],
  viewerId: string | null,
): Promise<Map<string, Origin>> {
  const ids = cards
    .filter(({ algorithm }) => algorithm.clonedFromAlgorithm !== null)
    .map(({ algorithm }) => algorithm.id)
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<OriginRow>(sql`
    select origin.id, origin.name, viewer.is_own, clone.id as clone_id, version.id as version_id,
      version.version_no, version.shared_version_no, version.shared as is_shared,
      version.id is not null and exists (
        select from ${algorithmVersions} newer where newer.algorithm_id = origin.id
          and newer.version_no > version.version_no and (viewer.is_own or newer.shared)
      ) as has_newer
    from ${algorithms} clone
    join ${algorithms} origin on origin.id = clone.cloned_from_algorithm
    cross join lateral (select coalesce(origin.user_id = ${viewerId}::uuid, false) as is_own) viewer
    left join ${algorithmVersions} version
      on version.id = clone.cloned_from_version and version.algorithm_id = origin.id
    where clone.id = any(${sql.param(ids)}::uuid[]) and (viewer.is_own or origin.shared and exists (
      select from ${algorithmVersions} one where one.algorithm_id = origin.id and one.shared))`)
  return new Map(rows.map((row) => [row.clone_id, toOrigin(row)]))
}

function toOrigin(row: OriginRow): Origin {
  const isVisible = row.is_own || row.is_shared === true
  return {
    id: row.id,
    name: row.name,
    versionId: isVisible ? row.version_id : null,
    versionNo: isVisible ? (row.is_own ? row.version_no : row.shared_version_no) : null,
    hasNewer: row.has_newer,
  }
}
