import type { RunnerPool } from '@tradeloom/sandbox'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { createAlgorithmsRepository } from './algorithms.repository.ts'
import { algorithmHandlers } from './algorithms.routes.ts'
import { AlgorithmsService } from './algorithms.service.ts'
import { seedSamples } from './seed-samples.ts'
import { VersionChecks } from './version-checks.ts'

export function algorithmsFeature({ db, store, bus, logger }: Platform) {
  const checks = new VersionChecks({ db, store, bus, logger })
  const algorithms = new AlgorithmsService(createAlgorithmsRepository(db), checks)
  return {
    algorithms,
    checks,
    handlers: algorithmHandlers(algorithms),
    prepare: () => seedSamples(db),
    work: (pool: RunnerPool) => checks.start(pool),
    stop: () => checks.stop(),
  } as const satisfies Feature & Record<string, unknown>
}

export type AlgorithmsFeature = ReturnType<typeof algorithmsFeature>
