import { join } from 'node:path'

/** The switch works by files, because a file can be written while server, database and broker process hang. */
export const requestsFolder = (dataDir: string): string => join(dataDir, 'guardian', 'requests')
export const answersFolder = (dataDir: string): string => join(dataDir, 'guardian', 'answers')

/** Larger ones are none. */
export const MAX_BYTES = 64 * 1024
