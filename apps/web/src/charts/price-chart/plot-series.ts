import { type IChartApiBase, type ISeriesApi, LineSeries, LineType } from 'lightweight-charts'
import { formatPlain } from '../../ui/format.ts'
import { priceFormat } from './main-series.ts'
import type { LegendPlot, PlotLine } from './plot-lines.ts'
import { formatStudy } from './format-study.ts'
import { PlotRangePrimitive } from './plot-range-primitive.ts'
import { barTime, plotOnBars, type PriceRow, rangesOnBars } from './price-bars.ts'

interface DrawnPlot {
  readonly series: ISeriesApi<'Line'>
  readonly ranges: PlotRangePrimitive
  readonly color: string
  readonly group: string
}

/** A study has any unit: its axis shows as many digits as its values need. */
const STUDY_FORMAT = { type: 'custom', minMove: 1e-8, formatter: formatStudy } as const

const plainFormat = (decimals: number) =>
  ({
    type: 'custom',
    minMove: 10 ** -decimals,
    formatter: (value: number) => formatPlain(value, decimals),
  }) as const

export interface NamedLine {
  readonly name: string
  readonly color: string
}

const PLOT_COLORS = ['#4c8dff', '#f2b84b', '#b48cff', '#57b6e8', '#e07ab8', '#8fd18b']

/** The lines of a price chart: overlays on the prices, studies in panes of their group. */
export class PlotSeries {
  readonly #chart: IChartApiBase
  readonly #precision: number
  readonly #drawn = new Map<string, DrawnPlot>()
  #lines: readonly PlotLine[] = []
  #rows: readonly PriceRow[] = []
  #hidden: ReadonlySet<string> = new Set()

  constructor(chart: IChartApiBase, precision: number) {
    this.#chart = chart
    this.#precision = precision
  }

  draw(lines: readonly PlotLine[], rows: readonly PriceRow[]): void {
    for (const [id, { series }] of this.#drawn) {
      if (lines.some((line) => line.id === id)) continue
      this.#chart.removeSeries(series)
      this.#drawn.delete(id)
    }
    this.#lines = lines
    this.#rows = rows
    for (const [i, line] of lines.entries()) {
      const { series, ranges } = this.#drawn.get(line.id) ?? this.#add(line, i)
      const isHidden = this.#hidden.has(line.id)
      series.setData(plotOnBars(rows, line))
      series.applyOptions({ visible: !isHidden })
      ranges.show(isHidden ? [] : rangesOnBars(rows, line))
    }
    this.#showAxis()
  }

  hide(ids: ReadonlySet<string>): void {
    this.#hidden = ids
    for (const line of this.#lines) {
      const drawn = this.#drawn.get(line.id)
      drawn?.series.applyOptions({ visible: !ids.has(line.id) })
      drawn?.ranges.show(ids.has(line.id) ? [] : rangesOnBars(this.#rows, line))
    }
    this.#showAxis()
  }

  /** The axis on the left, while a line has it. */
  #showAxis(): void {
    const visible = this.#lines.some(({ id, ownAxis }) => ownAxis !== undefined && !this.#hidden.has(id))
    this.#chart.priceScale('left').applyOptions({ visible })
  }

  /** The lines that are shown, for a picture, which has no legend. */
  shown(): NamedLine[] {
    return this.#lines.flatMap(({ id, name }) => {
      const color = this.#drawn.get(id)?.color
      return color === undefined || this.#hidden.has(id) ? [] : [{ name, color }]
    })
  }

  valuesAt(row: PriceRow): LegendPlot[] {
    return this.#lines.flatMap(({ id, name, pane, bars, ownAxis, detailAt }) => {
      const color = this.#drawn.get(id)?.color
      if (color === undefined) return []
      const start = barTime(row)
      const value = bars.get(start)?.last ?? null
      const detail = detailAt?.(start) ?? null
      const [isStudy, decimals] = [pane === 'study', ownAxis?.decimals ?? null]
      return [{ id, name, color, isStudy, decimals, isHidden: this.#hidden.has(id), value, detail }]
    })
  }

  #add({ id, pane, group, color: ownColor, isStepped = false, ownAxis }: PlotLine, index: number): DrawnPlot {
    const isStudy = pane === 'study'
    const precision = this.#precision
    const color = ownColor ?? PLOT_COLORS[index % PLOT_COLORS.length] ?? '#4c8dff'
    const series = this.#chart.addSeries(
      LineSeries,
      {
        color,
        lineWidth: 1,
        lineType: isStepped ? LineType.WithSteps : LineType.Simple,
        ...(ownAxis ? { priceScaleId: 'left' } : {}),
        priceLineVisible: false,
        lastValueVisible: false,
        crosshairMarkerVisible: false,
        // Names are in the legend: on the line they would cover the newest bars.
        priceFormat: ownAxis ? plainFormat(ownAxis.decimals) : isStudy ? STUDY_FORMAT : priceFormat(precision),
      },
      isStudy ? this.#paneOf(group) : 0,
    )
    const ranges = new PlotRangePrimitive(color)
    series.attachPrimitive(ranges)
    const drawn = { series, ranges, color, group: isStudy ? group : '' }
    this.#drawn.set(id, drawn)
    return drawn
  }

  /** The pane of a group, or a new one below all others. */
  #paneOf(group: string): number {
    const other = [...this.#drawn.values()].find((drawn) => drawn.group === group)
    return other?.series.getPane().paneIndex() ?? this.#chart.panes().length
  }
}
