import type { DrawingsLayer } from './drawings-layer.ts'
import type { PanePoint } from './figure-shape.ts'

/**
 * Lets a pointer draw on the chart in a container. What it draws or moves must not scroll the chart, so presses are caught
 * before the chart's own listeners. Call the answer to stop.
 */
export function listenToPointer(
  container: HTMLElement,
  layer: DrawingsLayer,
  isOnPane: (at: PanePoint) => boolean,
): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let isBusy = false
  const placeOf = ({ clientX, clientY }: PointerEvent): PanePoint => {
    const { left, top } = container.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const stop = (event: Event): void => {
    if (!isBusy) return
    event.stopPropagation()
    // Otherwise a finger scrolls the page.
    if (event.type === 'touchstart' && event.cancelable) event.preventDefault()
  }
  const onDown = (event: PointerEvent): void => {
    const place = placeOf(event)
    isBusy = event.isPrimary && event.button === 0 && isOnPane(place) && layer.press(place)
  }
  const onMove = (event: PointerEvent): void => {
    const place = placeOf(event)
    layer.move(place)
    if (!isBusy) container.style.setProperty('--chart-cursor', isOnPane(place) ? layer.cursorAt(place) : 'default')
  }
  const onUp = (event: PointerEvent): void => {
    if (!isBusy) return
    isBusy = false
    layer.release(placeOf(event))
  }
  container.addEventListener('pointerdown', onDown, { capture: true, signal })
  container.addEventListener('mousedown', stop, { capture: true, signal })
  container.addEventListener('touchstart', stop, { capture: true, passive: false, signal })
  // A drag may leave the chart.
  document.addEventListener('pointermove', onMove, { signal })
  document.addEventListener('pointerup', onUp, { signal })
  document.addEventListener('pointercancel', onUp, { signal })
  return () => abort.abort()
}
