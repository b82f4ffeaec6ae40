import { join } from 'node:path'

/** The switch works by files, because a file can be written while server, database and broker process hang. */
export const requestsFolder = (dataDir: string): string => join(guardianFolder(dataDir), 'requests')
export const answersFolder = (dataDir: string): string => join(guardianFolder(dataDir), 'answers')

/** Where each guardian keeps what it knows. */
export function guardianFolder(dataDir: string): string {
  return join(dataDir, 'guardian')
}

/** Larger ones are none. */
export const MAX_BYTES = 64 * 1024
