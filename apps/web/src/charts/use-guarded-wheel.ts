import { type RefObject, useEffect, useState } from 'react'

const HINT_MS = 1400

/**
 * The wheel scrolls the page over a chart, and zooms the chart with Ctrl, or after a click into it until the pointer
 * leaves. True for a moment after somebody turned the wheel in vain, for a hint.
 */
export function useCalmWheel(container: RefObject<HTMLElement | null>): boolean {
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
    // Before the chart, whose own listener lies further inside.
    const turn = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey || isClicked) return hide()
      event.stopPropagation()
      setHinted(true)
      clearTimeout(timer)
      timer = setTimeout(() => setHinted(false), HINT_MS)
    }
    element.addEventListener('wheel', turn, { capture: true, passive: true, signal })
    element.addEventListener('pointerdown', () => (isClicked = true), { signal })
    element.addEventListener('pointerleave', () => (isClicked = false), { signal })
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [container])
  return isHinted
}
