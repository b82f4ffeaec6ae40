import {
  HistogramSeries,
  type IChartApiBase,
  type AutoscaleInfo,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  type LogicalRange,
} from 'lightweight-charts'
import { drawingSurface } from '../drawings/drawing-surface.ts'
import { listenToPointer } from '../drawings/drawing-pointer.ts'
import { DrawingsLayer } from '../drawings/drawings-layer.ts'
import { DrawingsPrimitive } from '../drawings/drawings-primitive.ts'
import { chartColors, type ChartColors, withOpacity } from '../chart-colors.ts'
import type { ChartClock } from './chart-clock.ts'
import { createPriceChart } from './create-price-chart.ts'
import { brickOf, drawnRows, drawnType } from './drawn-rows.ts'
import { intervalMs } from './chart-interval.ts'
import { MIN_BARS_IN_VIEW } from './chart-limits.ts'
import { afterNextFrame } from './after-next-frame.ts'
import { addMainSeries, type MainSeries, setMainData } from './main-series.ts'
import { listenToLevels } from './level-drag.ts'
import type { PlotLine } from './plot-lines.ts'
import { type NamedLine, PlotSeries } from './plot-series.ts'
import { PositionsPrimitive } from './positions-primitive.ts'
import {
  barIndexAt,
  closeBefore,
  isGap,
  locatePositions,
  type PriceRow,
  chartTime,
  rowTime,
  toVolume,
} from './price-bars.ts'
import type { ComputedBars, HoveredBar, PriceData, PriceLevel, PriceLook } from './price-look.ts'
import { ViewRange } from './view-range.ts'
import { withLevels } from './with-levels.ts'
import type { Position } from '@tradeloom/contracts'
import { weekendBands, WeekendBandsPrimitive } from './weekend-bands.ts'

/** The view is this close to the first or last loaded bar before more are loaded. */
const NEAR_EDGE = 60
const MINUTE = 60_000

export interface PriceViewOptions extends PriceLook {
  readonly precision: number
  readonly clock: ChartClock
}

export interface PriceViewEvents {
  /** The view has moved, or has other bars. */
  readonly onMoved: (moved: { readonly isNearLeft: boolean; readonly isNearRight: boolean }) => void
  readonly onHover: (hovered: HoveredBar | null) => void
  /** A marker was clicked. */
  readonly onPosition: (position: Position) => void
}

/** The price chart as an object: React mounts it once, then data goes in without rendering the page again. */
export class PriceView {
  readonly drawings: DrawingsLayer
  /** The part of the bars that is in view. */
  readonly range: ViewRange
  readonly #drawn: DrawingsPrimitive
  readonly #stopPointer: () => void
  readonly #stopLevels: () => void
  readonly #chart: IChartApiBase
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
  /** Of the bars that were loaded first: more of them must not change the bricks that are shown. */
  #brick: number | null = null
  #positions: readonly Position[] = []
  #levels: readonly PriceLevel[] = []
  #levelLines: IPriceLine[] = []
  /** A level that is being dragged, by its id, and where it is meanwhile. */
  #moved: { readonly id: string; readonly price: number } | null = null
  /** The bar whose values are shown, and whether somebody points at it. */
  #hovered: PriceRow | undefined
  #isHovered = false
  /** The bar that keys have chosen; null while there is none. */
  #cursor: number | null = null

  constructor(container: HTMLElement, options: PriceViewOptions, events: PriceViewEvents) {
    const { precision, clock, ...look } = options
    this.#precision = precision
    this.#look = look
    this.#events = events
    this.#colors = chartColors(container)
    this.#chart = createPriceChart(container, { colors: this.#colors, clock, interval: () => this.#look.interval })
    // The wheel stops here too.
    this.#chart.timeScale().subscribeSizeChange((width) => {
      this.#chart.timeScale().applyOptions({ maxBarSpacing: Math.max(1, width / MIN_BARS_IN_VIEW) })
      this.range.resized(width)
    })
    this.#showSeconds()
    this.range = new ViewRange(this.#chart.timeScale())
    this.#markers = new PositionsPrimitive(this.#colors)
    this.#bands = new WeekendBandsPrimitive(this.#colors.label)
    this.#drawn = new DrawingsPrimitive({
      colors: this.#colors,
      precision,
      placeOf: (time) => this.range.placeOf(time),
    })
    this.#main = this.#addMain()
    this.#stopLevels = listenToLevels(container, {
      levels: () => this.#levels,
      isBusy: () => this.drawings.tool !== null,
      isOnPane: (place) => this.#isOnPane(place),
      heightOf: (price) => this.#main.priceToCoordinate(price),
      priceAt: (y) => this.#main.coordinateToPrice(y),
      show: (level, price) => this.#moveLevel(level, price),
    })
    const surface = drawingSurface({
      chart: this.#chart,
      series: () => this.#main,
      drawn: this.#drawn,
      precision,
      placeOf: (time) => this.range.placeOf(time),
      timeAt: (index) => this.range.timeAt(index),
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
    const span = this.range.span()
    this.#data = data
    this.#cursor = null
    this.#draw()
    if (span === null) this.range.showLast()
    else this.range.showSpan(span)
  }

  /** The price at a place of its container; null beside the bars. */
  priceAt(place: { readonly x: number; readonly y: number }): number | null {
    return this.#isOnPane(place) ? this.#main.coordinateToPrice(place.y) : null
  }

  /** The start of the bar at a place of its container; null beside the bars. */
  timeAt(x: number): number | null {
    const row = this.#rows[Math.round(this.#chart.timeScale().coordinateToLogical(x) ?? -1)]
    return row === undefined ? null : rowTime(row)
  }

  /** Shows the newest bars at a height that fits, after somebody has moved or scaled them. */
  resetScales(): void {
    this.#main.priceScale().applyOptions({ autoScale: true })
    this.range.showLast()
  }

  #isOnPane({ x, y }: { readonly x: number; readonly y: number }): boolean {
    const height = this.#chart.panes()[0]?.getHeight() ?? 0
    return x >= 0 && x < this.#chart.timeScale().width() && y >= 0 && y < height
  }

  /** Dashed lines at prices, with their names on the axis. */
  setLevels(levels: readonly PriceLevel[]): void {
    this.#levels = levels
    this.#showLevels()
  }

  #showLevels(): void {
    this.#main.applyOptions({
      autoscaleInfoProvider: (bars: () => AutoscaleInfo | null) => withLevels(bars(), this.#levels),
    })
    for (const line of this.#levelLines) this.#main.removePriceLine(line)
    this.#levelLines = this.#levels.map((level) =>
      this.#main.createPriceLine({
        ...this.#shownLevel(level),
        color: this.#levelColor(level),
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
      }),
    )
  }

  #levelColor({ tone }: PriceLevel): string {
    const { buy, label, sell } = this.#colors
    return tone === 'loss' ? sell : tone === 'gain' ? buy : label
  }

  #shownLevel({ price, title, drag }: PriceLevel): { readonly price: number; readonly title: string } {
    const moved = drag !== undefined && this.#moved?.id === drag.id ? this.#moved.price : null
    return moved === null ? { price, title } : { price: moved, title: drag?.titleAt(moved) ?? title }
  }

  #moveLevel({ drag }: PriceLevel, price: number | null): void {
    if (drag === undefined) return
    this.#moved = price === null ? null : { id: drag.id, price }
    for (const [i, level] of this.#levels.entries()) this.#levelLines[i]?.applyOptions(this.#shownLevel(level))
  }

  /** Replaces only the lines. */
  setPlots(plots: readonly PlotLine[]): void {
    this.#data = { ...this.#data, plots }
    this.#plots.draw(plots, this.#rows)
    this.#hover(undefined)
  }

  setLook(look: PriceLook): void {
    const before = this.#look
    const hasOtherType = drawnType(look) !== drawnType(before)
    const hasOtherBricks = look.brickPips !== before.brickPips || look.pipSize !== before.pipSize
    const hasOtherRows = hasOtherType || look.hasGaps !== before.hasGaps || (hasOtherBricks && look.type === 'renko')
    this.#look = look
    if (hasOtherBricks || look.interval !== before.interval) this.#brick = null
    if (look.interval !== before.interval) this.#showSeconds()
    if (hasOtherType) {
      this.#chart.removeSeries(this.#main)
      this.#main = this.#addMain()
      this.#main.setSeriesOrder(0)
      this.#levelLines = []
      this.#showLevels()
    }
    if (hasOtherRows) this.setData(this.#data)
  }

  setPositions(positions: readonly Position[], selected: number | null): void {
    this.#positions = positions
    this.#markers.selected = selected
    this.#showPositions()
  }

  setHidden(ids: ReadonlySet<string>): void {
    this.#plots.hide(ids)
    this.#hover(undefined)
  }

  /** Drops the bars, so that the next ones are shown from their end. */
  clear(): void {
    this.#data = { rows: [], plots: this.#data.plots }
    this.#setRows([])
    this.#brick = null
  }

  /** Scrolls a time into the middle, or as near to it as the bars go; false when it is not loaded. */
  reveal(time: number): boolean {
    const [first, last] = [this.#data.rows[0], this.#data.rows.at(-1)]
    if (first === undefined || last === undefined || time < rowTime(first) || time > rowTime(last)) return false
    this.range.reveal(time)
    return true
  }

  /** Moves the crosshair by bars, from the last one in view if it is not shown. */
  moveCrosshair(bars: number): void {
    if (this.#rows.length === 0) return
    const wanted = this.#cursor === null ? this.range.lastIndex() : this.#cursor + bars
    const index = Math.min(this.#rows.length - 1, Math.max(0, wanted))
    this.#setCursor(index)
    this.range.include(index)
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
    const span = this.range.span()
    return span === null ? null : (span.start + span.end) / 2
  }

  /** How the bars were computed; null for bars of the market. */
  get computed(): ComputedBars | null {
    const { pipSize } = this.#look
    const type = drawnType(this.#look)
    if (type === 'renko') return { type, brickPips: (this.#brick ?? 0) / pipSize }
    return type === 'heikin-ashi' ? { type } : null
  }

  get lines(): readonly NamedLine[] {
    return this.#plots.shown()
  }

  /**
   * The library never returns from a picture while a change of the time scale waits to be drawn. Leaving the crosshair out
   * would be such a moment: it lays the chart out again. The pointer is on the button, so that there is no crosshair.
   */
  async picture(): Promise<HTMLCanvasElement> {
    await afterNextFrame()
    return this.#chart.takeScreenshot(true, true)
  }

  remove(): void {
    this.#stopLevels()
    this.#stopPointer()
    this.#chart.remove()
  }

  #addMain(): MainSeries {
    const main = addMainSeries(this.#chart, drawnType(this.#look), this.#colors, this.#precision)
    main.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0.2 } })
    main.attachPrimitive(this.#bands)
    main.attachPrimitive(this.#markers)
    main.attachPrimitive(this.#drawn)
    return main
  }

  #draw(): void {
    const { plots, rows } = this.#data
    if (rows.length > 0) this.#brick ??= brickOf(rows, this.#look, this.#precision)
    this.#setRows(drawnRows(rows, this.#look, this.#brick))
    setMainData(this.#main, this.#rows)
    const up = withOpacity(this.#colors.buy, 0.28)
    const down = withOpacity(this.#colors.sell, 0.28)
    // Data without volume gets no empty axis.
    const volumes = this.#rows.filter((row) => !isGap(row)).map((row) => toVolume(row, up, down))
    this.#volume.setData(volumes.some(({ value }) => value > 0) ? volumes : [])
    this.#plots.draw(plots, this.#rows)
    const { interval } = this.#look
    this.#bands.show(interval === 'Tick' ? [] : weekendBands(this.#rows, interval))
    this.#showPositions()
    this.#hover(undefined)
  }

  #setRows(rows: readonly PriceRow[]): void {
    this.#rows = rows
    const type = drawnType(this.#look)
    this.range.setRows(rows, intervalMs(this.#look.interval), type === 'renko' || type === 'ticks')
  }

  #showPositions(): void {
    const last = this.#data.rows.at(-1)
    const end = last === undefined ? 0 : rowTime(last) + intervalMs(this.#look.interval)
    this.#markers.show(locatePositions(this.#rows, this.#positions, end))
  }

  #showSeconds(): void {
    const { interval } = this.#look
    // Ticks come at any second: which labels are bold would say nothing.
    this.#chart
      .timeScale()
      .applyOptions({ secondsVisible: intervalMs(interval) < MINUTE, allowBoldLabels: interval !== 'Tick' })
  }

  #setCursor(index: number): void {
    const row = this.#rows[index]
    if (row === undefined) return
    this.#cursor = index
    // Without a price, an empty bar cannot be pointed at.
    if (!isGap(row)) this.#chart.setCrosshairPosition(row[4] ?? 0, chartTime(row), this.#main)
    this.#hover(index)
  }

  /** Shows the values of a bar, or of the last one in view. */
  #hover(logical: number | undefined): void {
    const at = logical === undefined ? undefined : this.#rows[logical]
    this.#isHovered = at !== undefined && !isGap(at)
    const row = this.#isHovered ? at : this.range.lastRow()
    this.#hovered = row
    if (row === undefined) return this.#events.onHover(null)
    const [{ interval }, before] = [this.#look, closeBefore(this.#rows, row)]
    this.#events.onHover({ row, before, plots: this.#plots.valuesAt(row), computed: this.computed, interval })
  }

  #onMoved(range: LogicalRange | null): void {
    if (range === null || this.#rows.length === 0) return
    this.range.moved(range)
    if (!this.#isHovered && this.range.lastRow() !== this.#hovered) this.#hover(undefined)
    this.#events.onMoved({
      isNearLeft: range.from < NEAR_EDGE,
      isNearRight: range.to > this.#rows.length - NEAR_EDGE,
    })
  }
}
