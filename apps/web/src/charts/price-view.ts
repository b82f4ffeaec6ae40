import type { Position } from '@tradeloom/contracts'
import { type BarInterval } from '@tradeloom/domain'
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type LogicalRange,
} from 'lightweight-charts'
import { chartColors, type ChartColors, chartOptions, withOpacity } from './chart-theme.ts'
import type { PlotLine } from './plot-lines.ts'
import { PlotRangePrimitive } from './plot-range-primitive.ts'
import { type LocatedPosition, PositionsPrimitive } from './positions-primitive.ts'
import {
  barIndexAt,
  locatePositions,
  plotOnBars,
  type PriceRow,
  rangesOnBars,
  rowTime,
  toCandle,
  toVolume,
} from './price-bars.ts'
import type { Loaded } from './price-loader.ts'

export const MAX_POSITIONS = 100
const NEAR_EDGE = 60

export interface PriceViewEvents {
  /** The view has come close to the first or last loaded bar. */
  readonly onEdge: (edge: 'left' | 'right') => void
  readonly onPositionCount: (count: number) => void
  readonly onHover: (hovered: HoveredBar | null) => void
}

/** The bar under the pointer, and the last values that the script plotted in it. */
export interface HoveredBar {
  readonly row: PriceRow
  readonly plots: readonly {
    readonly name: string
    readonly color: string
    readonly isStudy: boolean
    readonly value: number
  }[]
}

interface PriceViewOptions {
  readonly precision: number
  readonly interval: BarInterval
}

interface DrawnPlot {
  readonly series: ISeriesApi<'Line'>
  readonly ranges: PlotRangePrimitive
  readonly color: string
}

const PLOT_COLORS = ['#4c8dff', '#f2b84b', '#b48cff', '#57b6e8', '#e07ab8', '#8fd18b']

/** The price chart as an object: React mounts it once, then data goes in without rendering the page again. */
export class PriceView {
  readonly #chart: IChartApi
  readonly #candles: ISeriesApi<'Candlestick'>
  readonly #volume: ISeriesApi<'Histogram'>
  readonly #markers: PositionsPrimitive
  readonly #drawn = new Map<string, DrawnPlot>()
  readonly #colors: ChartColors
  readonly #options: PriceViewOptions
  readonly #events: PriceViewEvents
  #rows: readonly PriceRow[] = []
  #plots: readonly PlotLine[] = []
  #positions: readonly Position[] = []
  #located: LocatedPosition[] = []

  constructor(container: HTMLElement, options: PriceViewOptions, events: PriceViewEvents) {
    this.#options = options
    this.#events = events
    this.#colors = chartColors(container)
    const { buy, sell } = this.#colors
    this.#chart = createChart(container, chartOptions(this.#colors))
    const minMove = 10 ** -options.precision
    this.#candles = this.#chart.addSeries(CandlestickSeries, {
      upColor: buy,
      downColor: sell,
      wickUpColor: buy,
      wickDownColor: sell,
      borderVisible: false,
      priceFormat: { type: 'price', precision: options.precision, minMove },
    })
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    })
    this.#chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
    this.#candles.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0.2 } })
    this.#markers = new PositionsPrimitive(this.#colors)
    this.#candles.attachPrimitive(this.#markers)
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => this.#onMoved(range))
    this.#chart.subscribeCrosshairMove(({ logical }) => {
      events.onHover(this.#barAt((logical === undefined ? this.#rows.at(-1) : this.#rows[logical]) ?? null))
    })
  }

  /** Replaces the bars; the view stays where it is although `added` bars came in front. */
  setRows({ rows, plots, added }: Pick<Loaded, 'rows' | 'plots' | 'added'>): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    const isFirst = this.#rows.length === 0
    this.#rows = rows
    this.#candles.setData(rows.map(toCandle))
    const up = withOpacity(this.#colors.buy, 0.28)
    const down = withOpacity(this.#colors.sell, 0.28)
    // Data without volume gets no empty axis.
    const volumes = rows.map((row) => toVolume(row, up, down))
    this.#volume.setData(volumes.some(({ value }) => value > 0) ? volumes : [])
    this.#plots = plots
    for (const [i, line] of plots.entries()) {
      const { series, ranges } = this.#drawn.get(line.name) ?? this.#addPlot(line, i)
      series.setData(plotOnBars(rows, line))
      ranges.show(rangesOnBars(rows, line))
    }
    this.#located = locatePositions(rows, this.#positions, this.#options.interval)
    if (isFirst) this.#showLast()
    else if (range !== null) {
      this.#chart.timeScale().setVisibleLogicalRange({ from: range.from + added, to: range.to + added })
    }
    this.#events.onHover(this.#barAt(rows.at(-1) ?? null))
    this.#onMoved(this.#chart.timeScale().getVisibleLogicalRange())
  }

  setPositions(positions: readonly Position[]): void {
    this.#positions = positions
    this.#located = locatePositions(this.#rows, positions, this.#options.interval)
    this.#onMoved(this.#chart.timeScale().getVisibleLogicalRange())
  }

  /** Drops the bars, so that the next ones are shown from their end. */
  clear(): void {
    this.#rows = []
  }

  /** Scrolls a time into the middle; false when it is not loaded. */
  reveal(time: number): boolean {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)]
    if (first === undefined || last === undefined || time < rowTime(first) || time > rowTime(last)) return false
    const index = barIndexAt(this.#rows, time)
    this.#chart.timeScale().setVisibleLogicalRange({ from: index - 60, to: index + 60 })
    return true
  }

  remove(): void {
    this.#chart.remove()
  }

  #addPlot({ name, pane, color: ownColor }: PlotLine, index: number): DrawnPlot {
    const isStudy = pane === 'study'
    const { precision } = this.#options
    const color = ownColor ?? PLOT_COLORS[index % PLOT_COLORS.length] ?? '#4c8dff'
    const series = this.#chart.addSeries(
      LineSeries,
      {
        color,
        lineWidth: 1,
        title: name,
        priceLineVisible: false,
        lastValueVisible: false,
        crosshairMarkerVisible: false,
        ...(isStudy ? {} : { priceFormat: { type: 'price', precision, minMove: 10 ** -precision } as const }),
      },
      isStudy ? 1 : 0,
    )
    const ranges = new PlotRangePrimitive(color)
    series.attachPrimitive(ranges)
    const drawn = { series, ranges, color }
    this.#drawn.set(name, drawn)
    return drawn
  }

  #barAt(row: PriceRow | null): HoveredBar | null {
    if (row === null) return null
    const plots = this.#plots.flatMap(({ name, pane, bars }) => {
      const value = bars.get(rowTime(row))?.last ?? null
      const color = this.#drawn.get(name)?.color
      return value === null || color === undefined ? [] : [{ name, color, isStudy: pane === 'study', value }]
    })
    return { row, plots }
  }

  #showLast(): void {
    const count = this.#rows.length
    const width = Math.min(count, 180)
    this.#chart.timeScale().setVisibleLogicalRange({ from: count - width, to: count + 3 })
  }

  #onMoved(range: LogicalRange | null): void {
    if (range === null || this.#rows.length === 0) return
    const shown = this.#located.filter(({ from, to }) => to >= range.from && from <= range.to)
    this.#markers.show(shown.length > MAX_POSITIONS ? [] : shown)
    this.#events.onPositionCount(shown.length)
    if (range.from < NEAR_EDGE) this.#events.onEdge('left')
    if (range.to > this.#rows.length - NEAR_EDGE) this.#events.onEdge('right')
  }
}
