import type { Feature } from '../../platform/feature.ts'
import type { BacktestsFeature } from '../backtests/backtests.feature.ts'
import type { VerificationsFeature } from '../verifications/verifications.feature.ts'
import { reportHandlers } from './reports.routes.ts'
import { ReportsService } from './reports.service.ts'

export function reportsFeature(
  { backtests, results }: Pick<BacktestsFeature, 'backtests' | 'results'>,
  { verifications }: Pick<VerificationsFeature, 'verifications'>,
) {
  const reports = new ReportsService({ backtests, results, verifications })
  return { handlers: reportHandlers(reports) } as const satisfies Feature
}
