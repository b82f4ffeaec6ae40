import { join } from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { createMarketImportsRepository } from './market-imports.repository.ts'
import { marketImportHandlers } from './market-imports.routes.ts'
import { MarketImportsService } from './market-imports.service.ts'

export function marketImportsFeature(
  { config, db, bus, disk, logger, closing }: Platform,
  { market, quotas }: Pick<InstrumentsFeature, 'market' | 'quotas'>,
) {
  const repository = createMarketImportsRepository(db, closing.signal)
  const uploadsDir = join(config.dataDir, 'uploads')
  const imports = new MarketImportsService({ repository, market, bus, logger, uploadsDir, disk, quotas })
  return {
    imports,
    handlers: marketImportHandlers(imports),
    prepare: () => imports.prepare(),
    stop: () => imports.stop(),
  } as const satisfies Feature & Record<string, unknown>
}
