import { type RefObject, useEffect } from 'react'

/** Marks a box with `data-more` while something of it lies beyond its right edge, so that a shadow can say so. */
export function useMoreHint(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const look = (): void => {
      const isMore = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      element.toggleAttribute('data-more', isMore)
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    if (element.firstElementChild !== null) sizes.observe(element.firstElementChild)
    return () => {
      element.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [box])
}
