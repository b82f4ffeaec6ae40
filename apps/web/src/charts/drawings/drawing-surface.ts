import type { Drawing } from '@tradeloom/contracts'
import type { IChartApiBase, Logical } from 'lightweight-charts'
import { betweenBars } from '../pane-primitive.ts'
import type { MainSeries } from '../price-chart/main-series.ts'
import { isGap, type PriceRow, rowTime } from '../price-chart/price-bars.ts'
import type { DrawingsPrimitive, DrawnFigure } from './drawings-primitive.ts'
import type { PanePoint, PaneSize } from './figure-shape.ts'

export type DrawingPoint = Drawing['points'][number]

/** The part of a chart on which drawings lie. */
export interface DrawingSurface {
  readonly size: () => PaneSize
  /** The bar and the price at a place. */
  readonly pointAt: (place: PanePoint) => DrawingPoint | null
  readonly locate: (point: DrawingPoint) => PanePoint | null
  /** A point as many whole bars and prices away as a pointer moved. */
  readonly moved: (point: DrawingPoint, from: PanePoint, to: PanePoint) => DrawingPoint
  /** The bar of the crosshair. */
  readonly cursor: () => DrawingPoint | null
  readonly barsBetween: (from: DrawingPoint, to: DrawingPoint) => number
  readonly show: (figures: readonly DrawnFigure[]) => void
  readonly precision: number
}

interface SurfaceParts {
  readonly chart: IChartApiBase
  /** Another type of chart has another series. */
  readonly series: () => MainSeries
  readonly drawn: DrawingsPrimitive
  readonly precision: number
  readonly placeOf: (time: number) => number
  readonly timeAt: (index: number) => number
  readonly cursor: () => PriceRow | null
}

/** The pane of the prices, as drawings see it. Drawings keep times and prices, so they stay in place on other bars. */
export function drawingSurface({
  chart,
  series,
  drawn,
  precision,
  placeOf,
  timeAt,
  cursor,
}: SurfaceParts): DrawingSurface {
  const toX = (index: number): number | null =>
    betweenBars(index, (whole) => chart.timeScale().logicalToCoordinate(whole as Logical))
  const rounded = (price: number): number => Number(price.toFixed(precision))
  const pointAt: DrawingSurface['pointAt'] = ({ x, y }) => {
    const [index, price] = [chart.timeScale().coordinateToLogical(x), series().coordinateToPrice(y)]
    return index === null || price === null ? null : { time: timeAt(index), price: rounded(price) }
  }
  return {
    precision,
    size: () => ({ width: chart.timeScale().width(), height: chart.panes()[0]?.getHeight() ?? 0 }),
    pointAt,
    locate: ({ time, price }) => {
      const [x, y] = [toX(placeOf(time)), series().priceToCoordinate(price)]
      return x === null || y === null ? null : { x, y }
    },
    moved: (point, from, to) => {
      const [before, after] = [pointAt(from), pointAt(to)]
      if (before === null || after === null) return point
      const bars = Math.round(placeOf(after.time) - placeOf(before.time))
      return { time: timeAt(placeOf(point.time) + bars), price: rounded(point.price + after.price - before.price) }
    },
    cursor: () => {
      const row = cursor()
      return row === null || isGap(row) ? null : { time: rowTime(row), price: rounded(row[4] ?? 0) }
    },
    barsBetween: (from, to) => Math.round(placeOf(to.time) - placeOf(from.time)),
    show: (figures) => drawn.show(figures),
  }
}
