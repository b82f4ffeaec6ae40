import { chmodSync, chownSync, lchownSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { databaseIdentity } from './identity.ts'

/** Where the files of the embedded PostgreSQL are in a data folder. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres', 'data')
}

/** Gives unpacked files of a cluster to the user as whom PostgreSQL runs. */
export function giveCluster(dataDir: string): void {
  const folder = clusterFolder(dataDir)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  const identity = databaseIdentity()
  if (!identity) return
  const { uid, gid } = identity
  for (const path of [join(dataDir, 'postgres'), folder]) chownSync(path, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid)
  }
}
