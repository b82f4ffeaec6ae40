import type { ReactElement } from 'react'
import classes from './chart-toolbar.module.css'

/** The name of a tool; on a narrow screen its icon has to do, and screen readers still read the name. */
export function ToolLabel({ children }: { readonly children: string }): ReactElement {
  return <span className={classes['label']}>{children}</span>
}
