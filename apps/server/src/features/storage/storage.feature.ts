import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BacktestsFeature } from '../backtests/backtests.feature.ts'
import type { OptimizationsFeature } from '../optimizations/optimizations.feature.ts'
import { StorageService } from './storage.service.ts'
import type { StorageUse } from './storage-use.ts'
import { UserStorages } from './user-storages.ts'

const SAMPLE_EVERY_MS = 60 * 60_000
const KEEP_EVERY_MS = 6 * 60 * 60_000
/** By then whoever follows prices has caught up with what came while the server was away. */
const FIRST_MS = 10 * 60_000

/** What is stored, and how long. */
export function storageFeature(
  { config, db, disk, logger, now, store }: Platform,
  use: StorageUse,
  backtests: Pick<BacktestsFeature, 'runs'>,
  optimizations: Pick<OptimizationsFeature, 'runs'>,
) {
  const users = new UserStorages(db, store, config.userQuotas.storedBytes, now)
  const service = new StorageService({
    db,
    config,
    disk,
    logger,
    use,
    users,
    remove: {
      backtests: (id, userId) => backtests.runs.remove(id, userId),
      optimizations: (id, userId) => optimizations.runs.remove(id, userId),
    },
    now,
  })
  let first: NodeJS.Timeout | undefined
  let timers: readonly NodeJS.Timeout[] = []
  let sampling: Promise<void> = Promise.resolve()
  const sample = (): void => {
    sampling = sampling
      .then(() => use.sample())
      .catch((error: unknown) => logger.warn({ err: error }, 'the sizes of what is stored could not be noted'))
  }
  return {
    handlers: {
      getStorage: () => service.state(),
      previewRetention: ({ query }) => service.preview(query.kind, query.days),
      changeRetention: ({ body, userId }) => service.change(body.kind, body.days, userId),
      setStorageQuota: async ({ params, body }) => {
        await users.setQuota(params.id, body.megabytes)
        return service.state()
      },
      pinTicks: ({ body, userId }) => service.pin(body.instrumentId, body.isPinned, userId),
    },
    async work(): Promise<void> {
      sample()
      first = setTimeout(() => service.keep(), FIRST_MS)
      timers = [setInterval(sample, SAMPLE_EVERY_MS), setInterval(() => service.keep(), KEEP_EVERY_MS)]
    },
    async stop(): Promise<void> {
      clearTimeout(first)
      for (const timer of timers) clearInterval(timer)
      await sampling
      await service.stop()
    },
  } as const satisfies Feature
}
