import type { ReactElement } from 'react'
import classes from './link-mark.module.css'

/** The letter of a group in its color. */
export function LinkMark({ group }: { readonly group: string }): ReactElement {
  return (
    <span className={classes['mark']} data-group={group} aria-hidden>
      {group}
    </span>
  )
}
