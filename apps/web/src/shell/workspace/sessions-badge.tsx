import type { ReactElement } from 'react'
import classes from './workspace.module.css'

/** The number of active trading sessions; nothing without any. */
export function SessionsBadge({ active }: { readonly active: number }): ReactElement | null {
  if (active === 0) return null
  return (
    <span className={classes['badge']} role="img" aria-label={`${active} active`} title="Active trading sessions">
      {active}
    </span>
  )
}
