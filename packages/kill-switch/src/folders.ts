import { join } from 'node:path'

/** The switch works by files, because a file can be written while server, database and broker process hang. */
export const requestsFolder = (dataDir: string): string => join(guardianFolder(dataDir), 'requests')
export const answersFolder = (dataDir: string): string => join(guardianFolder(dataDir), 'answers')
/** What is left of the passes of pages: a folder for each user. */
export const passesFolder = (dataDir: string): string => join(guardianFolder(dataDir), 'passes')

/** Where each guardian keeps what it knows. */
export function guardianFolder(dataDir: string): string {
  return join(dataDir, 'guardian')
}
