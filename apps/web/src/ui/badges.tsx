import { Tooltip } from '@mantine/core'
import { IconTestPipe } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './badges.module.css'

/** On everything that stands on made-up prices. */
export function SimulatedBadge(): ReactElement {
  return (
    <Tooltip label="Prices of this market are made by a simulator. Results say nothing about a real market.">
      <span className={classes['simulated']}>
        <IconTestPipe size={12} stroke={1.8} aria-hidden />
        Simulated
      </span>
    </Tooltip>
  )
}

interface SharedBadgeProps {
  readonly label?: string
  readonly meaning?: string
}

export function SharedBadge({ label = 'Shared', meaning }: SharedBadgeProps): ReactElement {
  return (
    <Tooltip label={meaning} disabled={meaning === undefined}>
      <span className={classes['shared']}>{label}</span>
    </Tooltip>
  )
}

type Tone = 'neutral' | 'busy' | 'good' | 'bad' | 'warn'

const TONES: Record<string, Tone> = {
  Queued: 'neutral',
  'In Progress': 'busy',
  Completed: 'good',
  Errored: 'bad',
  Failed: 'bad',
  Stopped: 'warn',
}

export function StatusBadge({ status }: { readonly status: string }): ReactElement {
  return (
    <span className={classes['status']} data-tone={TONES[status] ?? 'neutral'}>
      <span className={classes['dot']} aria-hidden />
      {status}
    </span>
  )
}
