import { type RefObject, useEffect, useState } from 'react'

/** Pixels before an element comes into view at which it counts as near. */
const MARGIN = 400

/** Whether an element has come near the screen once; what it needs is loaded then. */
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
