import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  PrimitivePaneViewZOrder,
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
  /** Of the pane, in pixels. */
  readonly width: number
  readonly height: number
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

  /** Where a price lies; null while there is no scale. */
  protected priceToY(price: number): number | null {
    return this.#attached?.series.priceToCoordinate(price) ?? null
  }

  zOrder(): PrimitivePaneViewZOrder {
    return 'normal'
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
    target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
      const scales: PaneScales = {
        // The library places whole bars only.
        toX: (barIndex) => betweenBars(barIndex, (index) => timeScale.logicalToCoordinate(index as Logical)),
        toY: (price) => series.priceToCoordinate(price),
        view,
        width,
        height,
      }
      context.save()
      this.paint(context, this.#items, scales)
      context.restore()
    })
  }
}

/** The place of a fraction between the places of two bars. */
export function betweenBars(barIndex: number, place: (index: number) => number | null): number | null {
  const whole = Math.floor(barIndex)
  const left = place(whole)
  if (left === null || whole === barIndex) return left
  const right = place(whole + 1)
  return right === null ? null : left + (right - left) * (barIndex - whole)
}
