import type { ReactElement } from 'react'

/** Levels between two points. */
export function FibonacciIcon(): ReactElement {
  return (
    <svg width={16} height={16} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={2} aria-hidden>
      <path d="M3 4h18M3 10h18M3 14h18M3 20h18" />
      <path d="M6 20 18 4" strokeDasharray="2 3" />
    </svg>
  )
}
