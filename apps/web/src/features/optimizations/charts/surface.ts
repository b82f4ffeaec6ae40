import type { ChartColors } from '../../../charts/chart-colors.ts'

/** Where a chart draws itself; sizes in CSS pixels. */
export interface Surface {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  readonly colors: ChartColors
}
