import { type BarInterval, INTERVALS } from '@tradeloom/domain'
import { createChart, HistogramSeries, type IChartApi, type ISeriesApi, type LogicalRange } from 'lightweight-charts'
import { drawingSurface } from '../drawings/drawing-surface.ts'
import { listenToPointer } from '../drawings/drawing-pointer.ts'
import { DrawingsLayer } from '../drawings/drawings-layer.ts'
import { DrawingsPrimitive } from '../drawings/drawings-primitive.ts'
import { chartColors, type ChartColors, chartOptions, withOpacity } from '../chart-theme.ts'
import { MIN_BARS_IN_VIEW } from './chart-limits.ts'
import type { ChartSpan } from './chart-source.ts'
import { withGaps } from './gap-rows.ts'
import { addMainSeries, type ChartType, type MainSeries, rowsOfType, setMainData } from './main-series.ts'
import type { LegendPlot, PlotLine } from './plot-lines.ts'
import { PlotSeries } from './plot-series.ts'
import { type LocatedPosition, PositionsPrimitive } from './positions-primitive.ts'
import { barIndexAt, isGap, locatePositions, type PriceRow, rowSeconds, rowTime, toVolume } from './price-bars.ts'
import type { Position } from '@tradeloom/contracts'
import { weekendBands, WeekendBandsPrimitive } from './weekend-bands.ts'

/** The view is this close to the first or last loaded bar before more are loaded. */
const NEAR_EDGE = 60
/** Bars in view after scrolling to a time. */
const REVEALED_BARS = 120

export interface PriceViewEvents {
  /** The view has moved, or has other bars. */
  readonly onMoved: (moved: { readonly isNearLeft: boolean; readonly isNearRight: boolean }) => void
  readonly onHover: (hovered: HoveredBar | null) => void
  /** A marker was clicked. */
  readonly onPosition: (position: Position) => void
}

/** The bar under the pointer, and the last values of the lines in it. */
export interface HoveredBar {
  readonly row: PriceRow
  readonly plots: readonly LegendPlot[]
}

/** How the bars are drawn. */
export interface PriceLook {
  readonly interval: BarInterval
  readonly type: ChartType
  readonly hasGaps: boolean
}

export interface PriceData {
  readonly rows: readonly PriceRow[]
  readonly plots: readonly PlotLine[]
}

/** The price chart as an object: React mounts it once, then data goes in without rendering the page again. */
export class PriceView {
  readonly drawings: DrawingsLayer
  readonly #drawn: DrawingsPrimitive
  readonly #stopPointer: () => void
  readonly #chart: IChartApi
  readonly #volume: ISeriesApi<'Histogram'>
  readonly #markers: PositionsPrimitive
  readonly #bands: WeekendBandsPrimitive
  readonly #plots: PlotSeries
  readonly #colors: ChartColors
  readonly #precision: number
  readonly #events: PriceViewEvents
  #main: MainSeries
  #look: PriceLook
  #data: PriceData = { rows: [], plots: [] }
  /** With empty rows in gaps, and computed bars. */
  #rows: readonly PriceRow[] = []
  #positions: readonly Position[] = []
  #located: readonly LocatedPosition[] = []
  /** The bar whose values are shown, and whether somebody points at it. */
  #hovered: PriceRow | undefined
  #isHovered = false
  /** The bar that keys have chosen; null while there is none. */
  #cursor: number | null = null

  constructor(container: HTMLElement, options: PriceLook & { readonly precision: number }, events: PriceViewEvents) {
    const { precision, ...look } = options
    this.#precision = precision
    this.#look = look
    this.#events = events
    this.#colors = chartColors(container)
    this.#chart = createChart(container, chartOptions(this.#colors))
    this.#chart.timeScale().applyOptions({ minBarSpacing: 0.2 })
    this.#markers = new PositionsPrimitive(this.#colors)
    this.#bands = new WeekendBandsPrimitive(this.#colors.label)
    this.#drawn = new DrawingsPrimitive({ colors: this.#colors, precision, placeOf: (time) => this.#placeOf(time) })
    this.#main = this.#addMain()
    const surface = drawingSurface({
      chart: this.#chart,
      series: () => this.#main,
      drawn: this.#drawn,
      precision,
      placeOf: (time) => this.#placeOf(time),
      timeAt: (index) => this.#timeAt(index),
      cursor: () => this.#rows[this.#cursor ?? -1] ?? null,
    })
    this.drawings = new DrawingsLayer(surface)
    this.#stopPointer = listenToPointer(container, this.drawings, ({ x, y }) => {
      const { width, height } = surface.size()
      return x >= 0 && x < width && y >= 0 && y < height
    })
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    })
    this.#chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
    this.#plots = new PlotSeries(this.#chart, precision)
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => this.#onMoved(range))
    this.#chart.subscribeCrosshairMove(({ logical }) => this.#hover(logical))
    this.#chart.subscribeClick(({ point, paneIndex }) => {
      if (point === undefined || (paneIndex ?? 0) !== 0 || this.drawings.tool !== null) return
      const position = this.#markers.positionAt(point.x, point.y)
      if (position !== null) events.onPosition(position)
    })
  }

  /** Replaces the bars. What is in view stays there, by time; the first bars are shown from their end. */
  setData(data: PriceData): void {
    const span = this.span()
    this.#data = data
    this.#cursor = null
    this.#draw()
    if (span === null) this.#showLast()
    else this.showSpan(span)
  }

  /** Replaces only the lines. */
  setPlots(plots: readonly PlotLine[]): void {
    this.#data = { ...this.#data, plots }
    this.#plots.draw(plots, this.#rows)
    this.#hover(undefined)
  }

  setLook(look: PriceLook): void {
    const hasOtherType = look.type !== this.#look.type
    const hasOtherRows = hasOtherType || look.hasGaps !== this.#look.hasGaps
    this.#look = look
    if (hasOtherType) {
      this.#chart.removeSeries(this.#main)
      this.#main = this.#addMain()
      this.#main.setSeriesOrder(0)
    }
    if (hasOtherRows) this.setData(this.#data)
  }

  setPositions(positions: readonly Position[], selected: number | null): void {
    this.#positions = positions
    this.#markers.selected = selected
    this.#located = locatePositions(this.#rows, positions, this.#look.interval)
    this.#markers.show(this.#located)
  }

  setHidden(ids: ReadonlySet<string>): void {
    this.#plots.hide(ids)
    this.#hover(undefined)
  }

  /** Drops the bars, so that the next ones are shown from their end. */
  clear(): void {
    this.#data = { rows: [], plots: this.#data.plots }
    this.#rows = []
  }

  /** Scrolls a time into the middle, or as near to it as the bars go; false when it is not loaded. */
  reveal(time: number): boolean {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)]
    if (first === undefined || last === undefined || time < rowTime(first) || time > rowTime(last)) return false
    const index = barIndexAt(this.#rows, time)
    const from = Math.max(-2, Math.min(index - REVEALED_BARS / 2, this.#rows.length + 3 - REVEALED_BARS))
    this.#chart.timeScale().setVisibleLogicalRange({ from, to: from + REVEALED_BARS })
    return true
  }

  /** The time in view; null without bars. */
  span(): ChartSpan | null {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    if (range === null || this.#rows.length === 0) return null
    return { start: this.#timeAt(range.from), end: this.#timeAt(range.to) }
  }

  showSpan({ start, end }: ChartSpan): void {
    const [from, to] = [this.#placeOf(start), this.#placeOf(end)]
    const missing = Math.max(0, MIN_BARS_IN_VIEW - (to - from)) / 2
    this.#chart.timeScale().setVisibleLogicalRange({ from: from - missing, to: to + missing })
  }

  /** Keeps the last bars in view as more are added. */
  follow(): void {
    const count = Math.max(MIN_BARS_IN_VIEW, Math.min(this.barsInView(), 400))
    const to = this.#rows.length + count * 0.12
    this.#chart.timeScale().setVisibleLogicalRange({ from: to - count, to })
  }

  /** Bars in view, including those that are not loaded. */
  barsInView(): number {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    return range === null ? 0 : range.to - range.from
  }

  /** The bars in view, as they are drawn. */
  rowsInView(): readonly PriceRow[] {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    return range === null ? [] : this.#rows.slice(Math.max(0, Math.ceil(range.from)), Math.max(0, range.to + 1))
  }

  /** Moves the crosshair by bars, from the last one in view if it is not shown. */
  moveCrosshair(bars: number): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    if (range === null) return
    const last = Math.min(this.#rows.length - 1, Math.floor(range.to))
    const index = Math.min(this.#rows.length - 1, Math.max(0, this.#cursor === null ? last : this.#cursor + bars))
    this.#setCursor(index)
    const width = range.to - range.from
    const from = Math.min(index - 2, Math.max(index + 3 - width, range.from))
    if (from !== range.from) this.#chart.timeScale().setVisibleLogicalRange({ from, to: from + width })
  }

  /** Moves the crosshair to the bar of a time. */
  moveCrosshairTo(time: number): void {
    const index = barIndexAt(this.#rows, time)
    if (index >= 0) this.#setCursor(index)
  }

  /** The end of the bar under the crosshair, or the middle of the view; null without bars. */
  crosshairTime(): number | null {
    const row = this.#cursor === null ? undefined : this.#rows[this.#cursor]
    if (row !== undefined) return rowTime(row)
    const span = this.span()
    return span === null ? null : (span.start + span.end) / 2
  }

  /** Shows a multiple of the bars in view, around the same middle. */
  zoom(factor: number): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    if (range === null) return
    const [middle, half] = [(range.from + range.to) / 2, ((range.to - range.from) / 2) * factor]
    const wide = Math.max(half, MIN_BARS_IN_VIEW / 2)
    this.#chart.timeScale().setVisibleLogicalRange({ from: middle - wide, to: middle + wide })
  }

  picture(): HTMLCanvasElement {
    return this.#chart.takeScreenshot(true)
  }

  remove(): void {
    this.#stopPointer()
    this.#chart.remove()
  }

  #addMain(): MainSeries {
    const main = addMainSeries(this.#chart, this.#look.type, this.#colors, this.#precision)
    main.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0.2 } })
    main.attachPrimitive(this.#bands)
    main.attachPrimitive(this.#markers)
    main.attachPrimitive(this.#drawn)
    return main
  }

  #draw(): void {
    const { interval, type, hasGaps } = this.#look
    const { rows, plots } = this.#data
    this.#rows = rowsOfType(type, hasGaps ? withGaps(rows, interval) : rows)
    setMainData(this.#main, this.#rows)
    const up = withOpacity(this.#colors.buy, 0.28)
    const down = withOpacity(this.#colors.sell, 0.28)
    // Data without volume gets no empty axis.
    const volumes = rows.map((row) => toVolume(row, up, down))
    this.#volume.setData(volumes.some(({ value }) => value > 0) ? volumes : [])
    this.#plots.draw(plots, this.#rows)
    this.#bands.show(weekendBands(this.#rows, interval))
    this.#located = locatePositions(this.#rows, this.#positions, interval)
    this.#markers.show(this.#located)
    this.#hover(undefined)
  }

  #setCursor(index: number): void {
    const row = this.#rows[index]
    if (row === undefined) return
    this.#cursor = index
    // Without a price, an empty bar cannot be pointed at.
    if (!isGap(row)) this.#chart.setCrosshairPosition(row[4] ?? 0, rowSeconds(row), this.#main)
    this.#hover(index)
  }

  /** Shows the values of a bar, or of the last one in view. */
  #hover(logical: number | undefined): void {
    const at = logical === undefined ? undefined : this.#rows[logical]
    this.#isHovered = at !== undefined && !isGap(at)
    const row = this.#isHovered ? at : this.#lastInView()
    this.#hovered = row
    this.#events.onHover(row === undefined ? null : { row, plots: this.#plots.valuesAt(row) })
  }

  #lastInView(): PriceRow | undefined {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    const end = range === null ? this.#rows.length : Math.min(this.#rows.length, Math.max(1, Math.floor(range.to) + 1))
    for (let index = end - 1; index >= 0; index--) {
      const row = this.#rows[index]
      if (row !== undefined && !isGap(row)) return row
    }
    return undefined
  }

  #showLast(): void {
    const count = this.#rows.length
    const width = Math.min(count, 180)
    this.#chart.timeScale().setVisibleLogicalRange({ from: count - width, to: count + 3 })
  }

  #timeAt(index: number): number {
    const { ms } = INTERVALS[this.#look.interval]
    const whole = Math.min(Math.max(0, Math.floor(index)), this.#rows.length - 1)
    return rowTime(this.#rows[whole] ?? []) + (index - whole) * ms
  }

  /** The index of a time; beyond the loaded bars as if they continued. */
  #placeOf(time: number): number {
    const { ms } = INTERVALS[this.#look.interval]
    const index = barIndexAt(this.#rows, time)
    const [first, last] = [rowTime(this.#rows[0] ?? []), rowTime(this.#rows.at(-1) ?? [])]
    if (index < 0) return (time - first) / ms
    if (index === this.#rows.length - 1) return index + (time - last) / ms
    return index + Math.min(1, (time - rowTime(this.#rows[index] ?? [])) / ms)
  }

  #onMoved(range: LogicalRange | null): void {
    if (range === null || this.#rows.length === 0) return
    if (!this.#isHovered && this.#lastInView() !== this.#hovered) this.#hover(undefined)
    this.#events.onMoved({
      isNearLeft: range.from < NEAR_EDGE,
      isNearRight: range.to > this.#rows.length - NEAR_EDGE,
    })
  }
}
