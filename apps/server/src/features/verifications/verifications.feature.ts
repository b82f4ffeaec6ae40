import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BacktestsFeature } from '../backtests/backtests.feature.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import type { SourcesFeature } from '../sources/sources.feature.ts'
import { createVerificationsRepository } from './verifications.repository.ts'
import { verificationHandlers } from './verifications.routes.ts'
import { VerificationsService } from './verifications.service.ts'
import { verifyBacktest } from './verify-backtest.job.ts'

export function verificationsFeature(
  { config, db, jobs, store, bus, disk, logger, users, runners }: Platform,
  { repository: backtestRows, backtests }: Pick<BacktestsFeature, 'repository' | 'backtests'>,
  { market }: Pick<InstrumentsFeature, 'market'>,
  { series }: Pick<SourcesFeature, 'series'>,
) {
  const repository = createVerificationsRepository(db, backtestRows.tables)
  const rightsOf = (userId: string) => users.rightsOf(userId)
  const verifications = new VerificationsService({ db, repository, backtests, market, jobs, disk, rightsOf })
  const algorithmOf = async (id: string) => (await backtestRows.record(id))?.row.algorithmId ?? null
  return {
    verifications,
    handlers: verificationHandlers(verifications),
    jobs: () => [
      verifyBacktest.with({
        repository,
        algorithmOf,
        pool: runners(),
        store,
        bus,
        series,
        logger,
        size: config.runners,
      }),
    ],
  } as const satisfies Feature & Record<string, unknown>
}

export type VerificationsFeature = ReturnType<typeof verificationsFeature>
