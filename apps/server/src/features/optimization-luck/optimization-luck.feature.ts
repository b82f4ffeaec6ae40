import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { OptimizationsFeature } from '../optimizations/optimizations.feature.ts'
import { MonteCarlo } from './monte-carlo.service.ts'
import { optimizationLuckHandlers } from './optimization-luck.routes.ts'
import { type JudgeLuck, OptimizationLuckService } from './optimization-luck.service.ts'
import { studyRow } from './study-row.job.ts'
import { WalkForwards } from './walk-forwards.service.ts'

export function optimizationLuckFeature(
  { config, db, jobs, store, logger, runners }: Platform,
  { optimizations }: Pick<OptimizationsFeature, 'optimizations'>,
  judge: JudgeLuck,
) {
  const visible = async (id: string, viewerId: string | null) => (await optimizations.visible(id, viewerId)).row
  const own = (id: string, userId: string) => optimizations.own(id, userId)
  const luck = new OptimizationLuckService({ db, logger, visible, judge })
  const monteCarlo = new MonteCarlo({ db, jobs, own })
  const walkForwards = new WalkForwards(db, visible)
  return {
    handlers: optimizationLuckHandlers({ luck, monteCarlo, walkForwards }),
    jobs: () => [studyRow.with({ db, pool: runners(), store, logger, size: config.runners })],
  } as const satisfies Feature & Record<string, unknown>
}
