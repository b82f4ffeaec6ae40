import { join } from 'node:path'

/** The built engine depends on the code only, so all data folders share one. */
export const ENGINE_CACHE = join(import.meta.dirname, '..', '..', '..', '.cache', 'engine')
