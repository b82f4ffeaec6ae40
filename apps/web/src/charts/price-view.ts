import type { BacktestCharts, Position } from '@tradeloom/contracts'
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
import { PositionsPrimitive, type PlacedPosition } from './positions-primitive.ts'
import { placeOf, placePositions, plotOnBars, type PriceRow, rowTime, toCandle, toVolume } from './price-bars.ts'

export const MAX_POSITIONS = 100
const NEAR_EDGE = 60

export interface PriceViewEvents {
  /** The view has come near the first or last loaded bar. */
  readonly onEdge: (edge: 'left' | 'right') => void
  readonly onPositionCount: (count: number) => void
  readonly onHover: (row: PriceRow | null) => void
}

interface PriceViewOptions {
  readonly precision: number
  readonly plots: BacktestCharts['plots']
  readonly positions: readonly Position[]
  readonly interval: BarInterval
}

const PLOT_COLORS = ['#4c8dff', '#f2b84b', '#b48cff', '#57b6e8', '#e07ab8', '#8fd18b']

/** The price chart as an object: React mounts it once, then data goes in without drawing the page again. */
export class PriceView {
  readonly #chart: IChartApi
  readonly #candles: ISeriesApi<'Candlestick'>
  readonly #volume: ISeriesApi<'Histogram'>
  readonly #markers: PositionsPrimitive
  readonly #plots: { series: ISeriesApi<'Line'>; plot: BacktestCharts['plots'][number] }[]
  readonly #colors: ChartColors
  readonly #options: PriceViewOptions
  readonly #events: PriceViewEvents
  #rows: readonly PriceRow[] = []
  #placed: PlacedPosition[] = []

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
    this.#plots = options.plots.map((plot, place) => this.#addPlot(plot, place))
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => this.#moved(range))
    this.#chart.subscribeCrosshairMove(({ logical }) => {
      events.onHover((logical === undefined ? this.#rows.at(-1) : this.#rows[logical]) ?? null)
    })
  }

  /** Replaces the bars; `added` bars at the front keep the view where it is. */
  setRows(rows: readonly PriceRow[], added: number): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    const isFirst = this.#rows.length === 0
    this.#rows = rows
    this.#candles.setData(rows.map(toCandle))
    const up = withOpacity(this.#colors.buy, 0.28)
    const down = withOpacity(this.#colors.sell, 0.28)
    // A source that tells no volume leaves no empty axis behind.
    const volumes = rows.map((row) => toVolume(row, up, down))
    this.#volume.setData(volumes.some(({ value }) => value > 0) ? volumes : [])
    for (const { series, plot } of this.#plots) series.setData(plotOnBars(rows, plot, this.#options.interval))
    this.#placed = placePositions(rows, this.#options.positions, this.#options.interval)
    if (isFirst) this.#showLast()
    else if (range !== null) {
      this.#chart.timeScale().setVisibleLogicalRange({ from: range.from + added, to: range.to + added })
    }
    this.#events.onHover(rows.at(-1) ?? null)
    this.#moved(this.#chart.timeScale().getVisibleLogicalRange())
  }

  /** Forgets the bars, so that the next ones are shown from their end. */
  clear(): void {
    this.#rows = []
  }

  /** Brings a moment into the middle; false when it is not loaded. */
  reveal(time: number): boolean {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)]
    if (first === undefined || last === undefined || time < rowTime(first) || time > rowTime(last)) return false
    const place = placeOf(this.#rows, time)
    this.#chart.timeScale().setVisibleLogicalRange({ from: place - 60, to: place + 60 })
    return true
  }

  remove(): void {
    this.#chart.remove()
  }

  #addPlot(plot: BacktestCharts['plots'][number], place: number) {
    const isStudy = plot.pane === 'study'
    const series = this.#chart.addSeries(
      LineSeries,
      {
        color: plot.color ?? PLOT_COLORS[place % PLOT_COLORS.length] ?? '#4c8dff',
        lineWidth: 1,
        title: plot.name,
        priceLineVisible: false,
        lastValueVisible: false,
        crosshairMarkerVisible: false,
        ...(isStudy
          ? {}
          : {
              priceFormat: {
                type: 'price',
                precision: this.#options.precision,
                minMove: 10 ** -this.#options.precision,
              } as const,
            }),
      },
      isStudy ? 1 : 0,
    )
    return { series, plot }
  }

  #showLast(): void {
    const count = this.#rows.length
    const width = Math.min(count, 180)
    this.#chart.timeScale().setVisibleLogicalRange({ from: count - width, to: count + 3 })
  }

  #moved(range: LogicalRange | null): void {
    if (range === null || this.#rows.length === 0) return
    const shown = this.#placed.filter(({ from, to }) => to >= range.from && from <= range.to)
    this.#markers.show(shown.length > MAX_POSITIONS ? [] : shown)
    this.#events.onPositionCount(shown.length)
    if (range.from < NEAR_EDGE) this.#events.onEdge('left')
    if (range.to > this.#rows.length - NEAR_EDGE) this.#events.onEdge('right')
  }
}
