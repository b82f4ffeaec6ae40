import type { RefObject } from 'react'

export function scrollTo(place: RefObject<HTMLElement | null>): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  place.current?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' })
}
