import type { RefObject } from 'react'

export function scrollTo(target: RefObject<HTMLElement | null>): void {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.current?.scrollIntoView({ block: 'nearest', behavior: isReduced ? 'auto' : 'smooth' })
}
