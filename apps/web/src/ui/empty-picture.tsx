import type { ReactElement } from 'react'
import classes from './empty-picture.module.css'

/** Line drawings of what a page would show; `accent` marks the part that the user brings. */
const PICTURES = {
  algorithms: (
    <>
      <rect x="18" y="10" width="84" height="56" rx="5" />
      <path d="M18 22h84" />
      <path d="M34 36l-8 7 8 7M50 36l8 7-8 7" className={classes['accent']} />
      <path d="M70 36h20M70 44h14M70 52h17" />
    </>
  ),
  backtests: (
    <>
      <path d="M16 8v56h90" />
      <path d="M22 52l14-8 12 6 14-18 12 8 14-16 12-10" className={classes['accent']} />
      <path d="M36 64v-4M56 64v-4M76 64v-4M96 64v-4" />
    </>
  ),
  indicators: (
    <>
      <path d="M24 18v34M24 24h-4v16h8V24zM44 12v36M44 18h-4v20h8V18zM64 22v36M64 30h-4v18h8V30zM84 10v38M84 16h-4v22h8V16z" />
      <path d="M14 46c12-2 18-16 30-16s18 14 28 12 14-18 32-18" className={classes['accent']} />
    </>
  ),
  prices: (
    <>
      <ellipse cx="60" cy="16" rx="34" ry="8" />
      <path d="M26 16v38c0 4.400 15.200 8 34 8s34-3.600 34-8V16" />
      <path d="M26 35c0 4.400 15.200 8 34 8s34-3.600 34-8" />
      <path d="M60 30v22m-7-7l7 7 7-7" className={classes['accent']} />
    </>
  ),
  optimizations: (
    <>
      <path d="M20 20h80M20 38h80M20 56h80" />
      <circle cx="44" cy="20" r="6" className={classes['accent']} />
      <circle cx="78" cy="38" r="6" className={classes['accent']} />
      <circle cx="56" cy="56" r="6" className={classes['accent']} />
    </>
  ),
  sessions: (
    <>
      <circle cx="60" cy="38" r="27" />
      <path d="M60 20v18l12 8" className={classes['accent']} />
      <path d="M60 11v4M60 61v4M33 38h4M83 38h4" />
    </>
  ),
  log: (
    <>
      <rect x="26" y="8" width="68" height="58" rx="5" />
      <path d="M38 24h20M38 36h34M38 48h26" />
      <path d="M80 44v12" className={classes['accent']} />
    </>
  ),
  search: (
    <>
      <circle cx="54" cy="34" r="20" />
      <path d="M69 49l17 17" />
      <path d="M47 34h14" className={classes['accent']} />
    </>
  ),
} as const

export type EmptyPictureName = keyof typeof PICTURES

/** A picture for an empty page. */
export function EmptyPicture({ name }: { readonly name: EmptyPictureName }): ReactElement {
  return (
    <svg viewBox="0 0 120 74" width={120} height={74} className={classes['picture']} aria-hidden>
      {PICTURES[name]}
    </svg>
  )
}
