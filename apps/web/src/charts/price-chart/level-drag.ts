import type { PriceLevel } from './price-look.ts'

/** The prices of a chart, as somebody sees them who moves its levels. */
export interface LevelSurface {
  readonly levels: () => readonly PriceLevel[]
  /** Whether the pointer is for something else, such as a drawing. */
  readonly isBusy: () => boolean
  readonly isOnPane: (place: { readonly x: number; readonly y: number }) => boolean
  readonly heightOf: (price: number) => number | null
  readonly priceAt: (y: number) => number | null
  /** Shows a level at another price; null shows it where it is. */
  readonly show: (level: PriceLevel, price: number | null) => void
}

/** In pixels: as near to a line a press takes hold of it. A finger is less exact. */
const REACH = { mouse: 5, touch: 14 }
/** A press that moves by less was none to move the line. */
const SLACK = 3

/**
 * Lets a pointer move levels that can be moved. Releasing one only says where it was dropped: what comes of it is asked
 * elsewhere, and until then the line is where it was. Escape gives up. Call the answer to stop.
 */
export function listenToLevels(container: HTMLElement, surface: LevelSurface): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let held: { readonly level: PriceLevel; readonly y: number; price: number | null } | null = null
  const placeOf = ({ clientX, clientY }: PointerEvent): { x: number; y: number } => {
    const { left, top } = container.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const levelAt = (event: PointerEvent): PriceLevel | null => {
    const place = placeOf(event)
    if (surface.isBusy() || !surface.isOnPane(place)) return null
    const reach = event.pointerType === 'touch' ? REACH.touch : REACH.mouse
    const away = (level: PriceLevel): number => Math.abs((surface.heightOf(level.price) ?? Infinity) - place.y)
    const near = surface.levels().filter((level) => level.drag !== undefined && away(level) <= reach)
    return near.toSorted((one, other) => away(one) - away(other))[0] ?? null
  }
  const release = (isDropped: boolean): void => {
    if (held === null) return
    const { level, price } = held
    held = null
    surface.show(level, null)
    if (isDropped && price !== null) level.drag?.onDrop(price)
  }
  const onDown = (event: PointerEvent): void => {
    if (!event.isPrimary || event.button !== 0) return
    const level = levelAt(event)
    if (level === null) return
    held = { level, y: placeOf(event).y, price: null }
    // Nothing is drawn with it.
    event.stopImmediatePropagation()
  }
  const stop = (event: Event): void => {
    if (held === null) return
    event.stopPropagation()
    // Otherwise a finger scrolls the page.
    if (event.type === 'touchstart' && event.cancelable) event.preventDefault()
  }
  const onMove = (event: PointerEvent): void => {
    if (held === null) {
      container.toggleAttribute('data-on-level', levelAt(event) !== null)
      return
    }
    const { y } = placeOf(event)
    if (held.price === null && Math.abs(y - held.y) < SLACK) return
    held.price = surface.priceAt(y)
    surface.show(held.level, held.price)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (held === null || event.key !== 'Escape') return
    event.stopPropagation()
    release(false)
  }
  container.addEventListener('pointerdown', onDown, { capture: true, signal })
  container.addEventListener('mousedown', stop, { capture: true, signal })
  container.addEventListener('touchstart', stop, { capture: true, passive: false, signal })
  // A drag may leave the chart.
  document.addEventListener('pointermove', onMove, { signal })
  document.addEventListener('pointerup', () => release(true), { signal })
  document.addEventListener('pointercancel', () => release(false), { signal })
  document.addEventListener('keydown', onKey, { capture: true, signal })
  return () => abort.abort()
}
