import { type RefObject, useEffect, useState } from 'react'

const HINT_MS = 1400

/**
 * Over a chart the wheel scrolls the page; it zooms the chart with Ctrl held, or after a click on the chart until the
 * pointer leaves. Returns true for a moment after the wheel was turned without zooming, to show a hint.
 */
export function useGuardedWheel(container: RefObject<HTMLElement | null>): boolean {
  const [isHinted, setHinted] = useState(false)
  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    let isClicked = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const abort = new AbortController()
    const { signal } = abort
    const hide = (): void => {
      clearTimeout(timer)
      setHinted(false)
    }
    // Captured, so that it runs before the chart's own listener.
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey || isClicked) return hide()
      event.stopPropagation()
      setHinted(true)
      clearTimeout(timer)
      timer = setTimeout(() => setHinted(false), HINT_MS)
    }
    element.addEventListener('wheel', onWheel, { capture: true, passive: true, signal })
    element.addEventListener('pointerdown', () => (isClicked = true), { signal })
    element.addEventListener('pointerleave', () => (isClicked = false), { signal })
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [container])
  return isHinted
}
