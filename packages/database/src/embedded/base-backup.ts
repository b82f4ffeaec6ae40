import { chownSync, chmodSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig, type PoolConfig, type QueryResult } from 'pg'

/** A copy of the whole cluster, with the log that makes it consistent. */
export interface BaseBackup {
  /** Contains `base.tar.gz` and `backup_manifest`; belongs to the caller, who removes it. */
  readonly folder: string
  /** Positions in the log: where the copy began, and from where on it is consistent. */
  readonly startLsn: string
  readonly endLsn: string
  readonly timeline: number
}

const STAGING = 'base-backup'

/**
 * Has the embedded PostgreSQL write a base backup of itself (`BASE_BACKUP`, which needs none of PostgreSQL's client
 * programs). It writes with its own rights, so the files appear in its own folder first. Callers exclude each other.
 */
export async function takeBaseBackup(dataDir: string, connection: PoolConfig): Promise<BaseBackup> {
  const folder = join(dataDir, 'postgres', STAGING)
  // Left by one that was killed.
  rmSync(folder, { recursive: true, force: true })
  // `replication` is not in the types of the client.
  const client = new Client({ ...connection, replication: 'true' } as ClientConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    const options = [
      "TARGET 'server'",
      `TARGET_DETAIL '${folder.replaceAll("'", "''")}'`,
      "CHECKPOINT 'fast'",
      'WAL true',
      "MANIFEST 'yes'",
      "MANIFEST_CHECKSUMS 'SHA256'",
      "COMPRESSION 'gzip'",
      "LABEL 'tradeloom'",
    ]
    const results = (await client.query(`BASE_BACKUP (${options.join(', ')})`)) as unknown as QueryResult[]
    takeOver(folder)
    // One result for its beginning, one for the table spaces, one for its end.
    const [start, , end] = results.map(({ rows }) => rows[0] as { recptr: string; tli: string } | undefined)
    if (!start || !end) throw new Error('PostgreSQL did not say where its base backup begins and ends')
    return { folder, startLsn: start.recptr, endLsn: end.recptr, timeline: Number(start.tli) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Where root runs Tradeloom, PostgreSQL runs as another user. */
function takeOver(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) {
    chownSync(path, 0, 0)
    chmodSync(path, path === folder ? 0o700 : 0o600)
  }
}
