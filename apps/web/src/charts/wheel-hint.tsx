import type { ReactElement } from 'react'
import classes from './charts.module.css'

/** Says how to zoom after the wheel has scrolled the page. */
export function WheelHint({ isShown }: { readonly isShown: boolean }): ReactElement {
  return (
    <p className={classes['wheelHint']} data-shown={isShown || undefined} aria-hidden>
      Ctrl + wheel to zoom, or click the chart first
    </p>
  )
}
