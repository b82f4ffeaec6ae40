import { type RefObject, useEffect } from 'react'

/** Sets `data-more` on a box while content overflows its right edge, so that a shadow can show it. */
export function useOverflowShadow(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const update = (): void => {
      const isMore = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      element.toggleAttribute('data-more', isMore)
    }
    update()
    element.addEventListener('scroll', update, { passive: true })
    const sizes = new ResizeObserver(update)
    sizes.observe(element)
    if (element.firstElementChild !== null) sizes.observe(element.firstElementChild)
    return () => {
      element.removeEventListener('scroll', update)
      sizes.disconnect()
    }
  }, [box])
}
