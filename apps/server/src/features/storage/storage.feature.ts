import { join } from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { keepTickLog } from './keep-tick-log.ts'

const EVERY_MS = 6 * 60 * 60_000
/** By then whoever follows prices has caught up with what came while the server was away. */
const FIRST_MS = 10 * 60_000

/** What is stored, and how long. */
export function storageFeature({ config, db, logger, now }: Platform) {
  const parts = { db, marketDir: join(config.dataDir, 'market'), logger, now }
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let keeping: Promise<void> = Promise.resolve()
  const keep = (): void => {
    keeping = keeping
      .then(() => keepTickLog(parts, closing.signal))
      .catch((error: unknown) => {
        if (!closing.signal.aborted) logger.warn({ err: error }, 'what is old could not be removed')
      })
  }
  return {
    async work(): Promise<void> {
      timer = setTimeout(() => {
        keep()
        timer = setInterval(keep, EVERY_MS)
      }, FIRST_MS)
    },
    async stop(): Promise<void> {
      clearTimeout(timer)
      closing.abort()
      await keeping
    },
  } as const satisfies Feature
}
