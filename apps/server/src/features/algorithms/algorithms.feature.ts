import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { AlgorithmFiles } from './algorithm-files.service.ts'
import { publishTo } from './algorithm-message.ts'
import { createAlgorithmsRepository } from './algorithms.repository.ts'
import { algorithmHandlers } from './algorithms.routes.ts'
import { AlgorithmsService } from './algorithms.service.ts'
import { checkVersion } from './check-version.job.ts'
import { createChecksRepository } from './checks.repository.ts'
import { algorithmsTopic } from './algorithms.topic.ts'
import { createListStamps } from './list-stamps.ts'
import { seedSamples } from './seed-samples.ts'
import { VersionChecks } from './version-checks.ts'
import { VersionsService } from './versions.service.ts'
import { whenIdle } from './when-idle.ts'

export function algorithmsFeature({
  config,
  db,
  store,
  bus,
  jobs,
  logger,
  answers,
  backgroundYields,
  runners,
}: Platform) {
  const checks = new VersionChecks({ db, jobs, isAutomatic: config.analyzesVersions })
  const repository = createAlgorithmsRepository(db)
  const publish = publishTo(bus)
  const versions = new VersionsService({ repository, checks, publish })
  const deps = { repository, versions, checks, publish }
  const algorithms = new AlgorithmsService(deps)
  const files = new AlgorithmFiles(deps, algorithms)
  const stampsOf = createListStamps(db)
  return {
    algorithms,
    stampsOf,
    handlers: algorithmHandlers({ algorithms, versions, files, stampsOf, answers }),
    topics: { algorithms: algorithmsTopic(checks) },
    prepare: () => seedSamples(db, config),
    jobs: () => [
      checkVersion.with({
        repository: createChecksRepository(db),
        pool: runners(),
        store,
        bus,
        logger,
        size: config.runners,
        whenIdle: (signal) => (backgroundYields ? whenIdle(signal) : Promise.resolve()),
      }),
    ],
  } as const satisfies Feature & Record<string, unknown>
}

export type AlgorithmsFeature = ReturnType<typeof algorithmsFeature>
