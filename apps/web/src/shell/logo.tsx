import type { ReactElement } from 'react'

/** As in favicon.svg: drawn here, it needs no request of its own before the first paint. */
export function Logo(): ReactElement {
  return (
    <svg viewBox="0 0 32 32" width={22} height={22} aria-hidden>
      <rect width={32} height={32} rx={7} fill="#11151e" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M6 22 12 12l6 7 8-12" stroke="#4c8dff" strokeWidth={3} />
        <path d="M6 26h20" stroke="#26c281" strokeWidth={2.4} />
      </g>
    </svg>
  )
}
