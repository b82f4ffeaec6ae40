import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'

export interface PlotRange {
  /** The bar's place. */
  readonly at: number
  readonly min: number
  readonly max: number
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** Strokes from the least to the greatest value of each bar: a bar that holds many values hides none of them. */
export class PlotRangePrimitive implements ISeriesPrimitive<Time>, IPrimitivePaneView, IPrimitivePaneRenderer {
  #attached: SeriesAttachedParameter<Time> | null = null
  #ranges: readonly PlotRange[] = []
  readonly #color: string

  constructor(color: string) {
    this.#color = color
  }

  attached(parameters: SeriesAttachedParameter<Time>): void {
    this.#attached = parameters
  }

  detached(): void {
    this.#attached = null
  }

  show(ranges: readonly PlotRange[]): void {
    this.#ranges = ranges
    this.#attached?.requestUpdate()
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [this]
  }

  renderer(): IPrimitivePaneRenderer {
    return this
  }

  draw(target: Target): void {
    const attached = this.#attached
    if (attached === null || this.#ranges.length === 0) return
    const { chart, series } = attached
    const seen = chart.timeScale().getVisibleLogicalRange()
    if (seen === null) return
    target.useMediaCoordinateSpace(({ context }) => {
      context.save()
      context.strokeStyle = this.#color
      context.globalAlpha = 0.4
      context.lineWidth = 1
      context.beginPath()
      for (const { at, min, max } of this.#ranges) {
        if (at < seen.from - 1 || at > seen.to + 1) continue
        const x = chart.timeScale().logicalToCoordinate(at as Logical)
        const [low, high] = [series.priceToCoordinate(min), series.priceToCoordinate(max)]
        if (x === null || low === null || high === null) continue
        context.moveTo(x, low)
        context.lineTo(x, high)
      }
      context.stroke()
      context.restore()
    })
  }
}
