import { alpha, beta, informationRatio } from './catalog/benchmark.ts'
import { CONFIDENCE } from './catalog/confidence.ts'
import { COST_METRICS } from './catalog/costs.ts'
import { DRAWDOWNS } from './catalog/drawdowns.ts'
import { EXCURSION_METRICS } from './catalog/excursions.ts'
import { EXPOSURES } from './catalog/exposures.ts'
import { omega } from './catalog/omega.ts'
import { PROFITS } from './catalog/profits.ts'
import { RETURNS } from './catalog/returns.ts'
import { SHARPE_RATIOS } from './catalog/sharpe.ts'
import { SORTINO_RATIOS } from './catalog/sortino.ts'
import { TAIL_LOSSES } from './catalog/tail-losses.ts'
import type { Metric } from './metric.ts'

/** Every metric of a run, in display order. */
export const METRICS: readonly Metric[] = [
  ...RETURNS,
  alpha,
  ...SHARPE_RATIOS,
  ...SORTINO_RATIOS,
  omega,
  beta,
  informationRatio,
  ...DRAWDOWNS,
  ...TAIL_LOSSES,
  ...PROFITS,
  ...EXPOSURES,
  ...EXCURSION_METRICS,
  ...COST_METRICS,
  ...CONFIDENCE,
]

/** Metrics by which trials can be ranked: the deflated Sharpe ratio of each depends on all of them. */
export const RANKING_METRICS: readonly Metric[] = METRICS.filter(({ key }) => key !== 'deflatedSharpe')
