import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_RETENTION, LogKeeper } from '@tradeloom/backup'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import { VERSION } from '../../version.ts'
import { type BackupParts, BackupsService } from './backups.service.ts'
import { emergencyKit } from './emergency-kit.ts'
import { FirstRestore } from './first-restore.ts'
import { OffsiteBackups } from './offsite-backups.ts'

const LOOK_EVERY_MS = 60_000
/** Finished segments of the log are of use once they are beside the backups. */
const KEEP_EVERY_MS = 5000
const FOLLOW_EVERY_MS = 2000

/** Backups of the installation: on a schedule, on request, verified by restoring them. */
export function backupsFeature(
  { config, database, disk, logger, registration, restart, now }: Platform,
  masterKey: MasterKey,
  ask: BackupParts['ask'],
) {
  const { dataDir, databaseUrl } = config
  const root = config.backups.folder
  const isOwnDatabase = databaseUrl !== undefined
  const keeper = isOwnDatabase
    ? null
    : new LogKeeper({ db: database.db, dataDir, root, retention: DEFAULT_RETENTION, now })
  const { offsite: settings } = config.backups
  const offsite = settings && new OffsiteBackups({ settings, dataDir, root, now })
  const service = new BackupsService({
    database,
    disk,
    logger,
    ask,
    now,
    schedule: config.backups.schedule,
    offsite,
    logProblem: () => keeper?.problem ?? null,
    terms: { dataDir, isOwnDatabase, root, program: VERSION },
  })
  const first = new FirstRestore({ dataDir, isOwnDatabase, registration, ask, restart, logger })
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const look = (): void => {
    looking = looking
      .then(() => service.look())
      .catch((error: unknown) => logger.warn({ err: error }, 'the backups could not be checked'))
  }
  const closing = new AbortController()
  let keeping: Promise<unknown> = Promise.resolve()
  const keep = async (log: LogKeeper): Promise<void> => {
    const { signal } = closing
    while (!signal.aborted) {
      await log.look(signal).catch((error: unknown) => logger.warn({ err: error }, 'the log could not be kept'))
      await sleep(KEEP_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  /** Apart from what stores the log here, which never waits for a store. */
  const follow = async (copies: OffsiteBackups): Promise<void> => {
    const { signal } = closing
    while (!signal.aborted) {
      await copies.follow(signal)
      await sleep(FOLLOW_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  return {
    handlers: {
      getBackups: () => service.state(),
      backUp: () => service.backUp(),
      verifyBackup: ({ params }) => service.verify(params.name),
      verifyOffsiteBackup: () => service.verifyOffsite(),
      getRestore: async () => first.state,
      restoreInstallation: ({ body }) => first.begin(body),
      emergencyKit: () => emergencyKit({ masterKey, dataDir, root, offsite: settings }),
    },
    async start(): Promise<void> {
      if (keeper) keeping = Promise.all([keep(keeper), offsite ? follow(offsite) : undefined])
    },
    async work(): Promise<void> {
      timer = setInterval(look, LOOK_EVERY_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      closing.abort()
      await keeping
      await service.stop()
      await first.stop()
      await looking
    },
  } as const satisfies Feature
}
