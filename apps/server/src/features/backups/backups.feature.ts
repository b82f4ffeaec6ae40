import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { VERSION } from '../../version.ts'
import { type BackupParts, BackupsService } from './backups.service.ts'

const LOOK_EVERY_MS = 60_000

/** Backups of the installation: on a schedule, on request, verified by restoring them. */
export function backupsFeature({ config, database, disk, logger, now }: Platform, ask: BackupParts['ask']) {
  const { dataDir, databaseUrl } = config
  const service = new BackupsService({
    database,
    disk,
    logger,
    ask,
    now,
    schedule: config.backups.schedule,
    terms: { dataDir, isOwnDatabase: databaseUrl !== undefined, root: config.backups.folder, program: VERSION },
  })
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const look = (): void => {
    looking = looking
      .then(() => service.look())
      .catch((error: unknown) => logger.warn({ err: error }, 'the backups could not be looked at'))
  }
  return {
    handlers: {
      getBackups: () => service.state(),
      backUp: () => service.backUp(),
      verifyBackup: ({ params }) => service.verify(params.name),
    },
    async work(): Promise<void> {
      timer = setInterval(look, LOOK_EVERY_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await service.stop()
      await looking
    },
  } as const satisfies Feature
}
