import { type RefObject, useEffect, useState } from 'react'

/** Distance from the visible area, in pixels, within which an element counts as near. */
const MARGIN = 400

/** Whether an element has ever come near the visible area; its data is loaded then. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(typeof IntersectionObserver !== 'function')
  useEffect(() => {
    if (isNear || element.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${MARGIN}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isNear, element])
  return isNear
}
