import { join } from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { clearUploads } from './clear-uploads.ts'
import type { ImportMessage } from './import-events.ts'
import { importMarketData } from './import-market-data.job.ts'
import type { ImportRunDeps } from './import-run.ts'
import { importTopic } from './import.topic.ts'
import { importsTopic } from './imports.topic.ts'
import { createMarketImportsRepository } from './market-imports.repository.ts'
import { marketImportHandlers } from './market-imports.routes.ts'
import { MarketImportsService } from './market-imports.service.ts'

const CLEAR_MS = 60 * 60_000

export function marketImportsFeature(
  { config, db, jobs, bus, disk, logger, closing, now, backgroundYields }: Platform,
  { market, quotas }: Pick<InstrumentsFeature, 'market' | 'quotas'>,
  process: ImportRunDeps['imports'],
) {
  const repository = createMarketImportsRepository(db, closing.signal)
  const uploadsDir = join(config.dataDir, 'uploads')
  const imports = new MarketImportsService({ repository, market, jobs, bus, uploadsDir, disk, quotas })
  const clear = (leftAfterMs?: number): Promise<void> =>
    clearUploads(uploadsDir, repository.unfinishedOf, now(), leftAfterMs).catch((error: unknown) =>
      logger.warn({ err: error }, 'old uploads could not be removed'),
    )
  return {
    handlers: marketImportHandlers(imports, uploadsDir),
    topics: { imports: importsTopic(), 'import.{id}': importTopic(imports) },
    jobs: () => [
      importMarketData.with({
        repository,
        market,
        bus,
        logger,
        uploadsDir,
        disk,
        quotas,
        imports: process,
        yields: backgroundYields,
      }),
    ],
    async prepare(): Promise<void> {
      // With a database of its own, no other server shares the folder: what is there was left by one that is gone.
      await clear(config.databaseUrl === undefined ? 0 : undefined)
      const timer = setInterval(() => void clear(), CLEAR_MS)
      closing.signal.addEventListener('abort', () => clearInterval(timer))
      // The import may have been performed by another process.
      bus.subscribe('import.*', ({ payload }) => {
        if ((payload as ImportMessage).data.status === 'Completed') market.invalidate()
      })
    },
  } as const satisfies Feature
}
