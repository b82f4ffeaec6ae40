import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** Where a bar (by its index, fractions included) and a price lie on the pane, in pixels; null when outside the scales. */
export interface PaneScales {
  readonly toX: (barIndex: number) => number | null
  readonly toY: (price: number) => number | null
  /** First and last bar in view. */
  readonly view: { readonly from: number; readonly to: number }
}

/** What every drawing over a series shares: attaching, redrawing when its items change, and the scales to draw with. */
export abstract class PanePrimitive<Item>
  implements ISeriesPrimitive<Time>, IPrimitivePaneView, IPrimitivePaneRenderer
{
  #attached: SeriesAttachedParameter<Time> | null = null
  #items: readonly Item[] = []

  protected abstract paint(context: CanvasRenderingContext2D, items: readonly Item[], scales: PaneScales): void

  show(items: readonly Item[]): void {
    this.#items = items
    this.#attached?.requestUpdate()
  }

  attached(parameters: SeriesAttachedParameter<Time>): void {
    this.#attached = parameters
  }

  detached(): void {
    this.#attached = null
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [this]
  }

  renderer(): IPrimitivePaneRenderer {
    return this
  }

  draw(target: Target): void {
    if (this.#attached === null || this.#items.length === 0) return
    const { chart, series } = this.#attached
    const timeScale = chart.timeScale()
    const view = timeScale.getVisibleLogicalRange()
    if (view === null) return
    const scales: PaneScales = {
      toX: (barIndex) => timeScale.logicalToCoordinate(barIndex as Logical),
      toY: (price) => series.priceToCoordinate(price),
      view,
    }
    target.useMediaCoordinateSpace(({ context }) => {
      context.save()
      this.paint(context, this.#items, scales)
      context.restore()
    })
  }
}
