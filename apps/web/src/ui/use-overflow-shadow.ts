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
    // While a long table is scrolled, its rows change: to measure it at once would lay it out once more for each event.
    let frame = 0
    const onScroll = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    // Called for the first time with the next frame, when the page has been laid out anyway.
    const sizes = new ResizeObserver(update)
    sizes.observe(element)
    if (element.firstElementChild !== null) sizes.observe(element.firstElementChild)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', onScroll)
      sizes.disconnect()
    }
  }, [box])
}
