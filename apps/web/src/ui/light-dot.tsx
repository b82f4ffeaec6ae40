import type { ReactElement } from 'react'
import classes from './light-dot.module.css'

/** `on`: connected; `half`: to the server alone; `off`: not at all; `wait`: not known. */
export type Light = 'on' | 'half' | 'off' | 'wait'

/** The state of a connection; a word goes beside it. */
export function LightDot({ light }: { readonly light: Light }): ReactElement {
  return <i className={classes['dot']} data-light={light} aria-hidden />
}
