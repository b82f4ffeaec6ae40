import type { CSSProperties, ReactElement } from 'react'
import classes from './charts.module.css'

interface LegendProps {
  readonly entries: readonly { readonly label: string; readonly color: string; readonly shape: 'round' | 'diamond' }[]
}

/** Names of the series with their marks; shapes differ too, for readers who cannot tell the colors apart. */
export function Legend({ entries }: LegendProps): ReactElement {
  return (
    <span className={classes['legend']}>
      {entries.map(({ label, color, shape }) => (
        <span
          key={label}
          data-shape={shape}
          style={{ '--key': color === 'text' ? 'var(--text-2)' : `var(--${color})` } as CSSProperties}
        >
          {label}
        </span>
      ))}
    </span>
  )
}
