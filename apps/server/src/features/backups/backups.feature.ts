import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_RETENTION, LogKeeper } from '@tradeloom/backup'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { VERSION } from '../../version.ts'
import { type BackupParts, BackupsService } from './backups.service.ts'

const LOOK_EVERY_MS = 60_000
/** Finished segments of the log are of use once they are beside the backups. */
const KEEP_EVERY_MS = 5000

/** Backups of the installation: on a schedule, on request, verified by restoring them. */
export function backupsFeature({ config, database, disk, logger, now }: Platform, ask: BackupParts['ask']) {
  const { dataDir, databaseUrl } = config
  const isOwnDatabase = databaseUrl !== undefined
  const keeper = isOwnDatabase
    ? null
    : new LogKeeper({ db: database.db, dataDir, root: config.backups.folder, retention: DEFAULT_RETENTION, now })
  const service = new BackupsService({
    database,
    disk,
    logger,
    ask,
    now,
    schedule: config.backups.schedule,
    logProblem: () => keeper?.problem ?? null,
    terms: { dataDir, isOwnDatabase, root: config.backups.folder, program: VERSION },
  })
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const look = (): void => {
    looking = looking
      .then(() => service.look())
      .catch((error: unknown) => logger.warn({ err: error }, 'the backups could not be checked'))
  }
  const closing = new AbortController()
  let keeping: Promise<void> = Promise.resolve()
  const keep = async (log: LogKeeper): Promise<void> => {
    const { signal } = closing
    while (!signal.aborted) {
      await log.look(signal).catch((error: unknown) => logger.warn({ err: error }, 'the log could not be kept'))
      await sleep(KEEP_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  return {
    handlers: {
      getBackups: () => service.state(),
      backUp: () => service.backUp(),
      verifyBackup: ({ params }) => service.verify(params.name),
    },
    async start(): Promise<void> {
      if (keeper) keeping = keep(keeper)
    },
    async work(): Promise<void> {
      timer = setInterval(look, LOOK_EVERY_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      closing.abort()
      await keeping
      await service.stop()
      await looking
    },
  } as const satisfies Feature
}
