import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { give } from './data-directory.ts'
import { databaseIdentity } from './identity.ts'

/**
 * Where the embedded PostgreSQL puts each finished segment of its log. It writes with its own rights and never waits for
 * another disk; who keeps the log takes the segments from here.
 */
export function logStaging(dataDir: string): string {
  return join(dataDir, 'postgres', 'log')
}

export function makeLogStaging(dataDir: string): string {
  const folder = logStaging(dataDir)
  mkdirSync(folder, { recursive: true })
  give(folder, databaseIdentity())
  return folder
}

/** A segment that is not full is finished after this time, if anything was written: what a lost disk can take along. */
const SEGMENT_SECONDS = 50

/** Settings with which PostgreSQL stages its log, by a library of its own: no program runs for each segment. */
export function stagingSettings(folder: string): Readonly<Record<string, string>> {
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: String(SEGMENT_SECONDS),
  }
}
