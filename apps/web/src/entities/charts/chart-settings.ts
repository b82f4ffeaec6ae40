import { z } from 'zod'
import { CHART_SIDES } from '../../charts/price-chart/chart-source.ts'
import { CHART_TYPES } from '../../charts/price-chart/main-series.ts'
import type { ChartSettings } from '../../charts/price-chart/controller-ports.ts'
import { type ChartOverlay, chartOverlay } from './chart-overlay.ts'

/** How the user looks at charts; the interval belongs to each chart. */
export type ChartChoice = Omit<ChartSettings, 'grouping' | 'pipSize'> & {
  readonly isAuto: boolean
  /** The dataset that is drawn over the prices. */
  readonly overlay: ChartOverlay | null
}

/** Sizes of Renko bricks, in pips. */
export const BRICK_PIPS = [1, 2, 5, 10, 20, 50, 100] as const

export const CHART_CHOICE = {
  path: 'chart',
  schema: z.object({
    side: z.enum(CHART_SIDES),
    type: z.enum(CHART_TYPES),
    hasGaps: z.boolean(),
    brickPips: z.number().positive().nullable().default(null),
    isAuto: z.boolean(),
    overlay: chartOverlay.nullable().default(null),
  }) satisfies z.ZodType<ChartChoice>,
  fallback: {
    side: 'bid',
    type: 'candlestick',
    hasGaps: false,
    brickPips: null,
    isAuto: false,
    overlay: null,
  } as ChartChoice,
}
