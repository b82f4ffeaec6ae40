import { useLayoutEffect, useRef, type UIEvent } from 'react'

interface Scrolled {
  readonly top: number
  readonly left: number
}

/**
 * Elements that are put elsewhere in the page, as panels are when their order changes, lose how far they were scrolled: they
 * get it back. Returns what listens to the scrolling of everything inside. `order`: changes when they may have been moved.
 */
export function useKeptScroll(order: unknown): (event: UIEvent) => void {
  const known = useRef(new Map<Element, Scrolled>())
  const last = useRef(order)
  useLayoutEffect(() => {
    if (last.current === order) return
    last.current = order
    for (const [element, { top, left }] of known.current) {
      if (!element.isConnected) known.current.delete(element)
      else if (element.scrollTop !== top || element.scrollLeft !== left)
        element.scrollTo({ top, left, behavior: 'instant' })
    }
  })
  return ({ target }) => {
    if (target instanceof Element) known.current.set(target, { top: target.scrollTop, left: target.scrollLeft })
  }
}
