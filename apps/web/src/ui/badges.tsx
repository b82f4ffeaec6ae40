import { IconLock, IconTestPipe } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './badges.module.css'
import { Hint } from './hint.tsx'

/** For everything computed from simulated prices. */
export function SimulatedBadge(): ReactElement {
  return (
    <Hint label="Prices of this market come from a simulator. Results say nothing about a real market.">
      <span className={classes['pill']} data-tone="warn">
        <IconTestPipe size={12} stroke={1.8} aria-hidden />
        Simulated
      </span>
    </Hint>
  )
}

interface SharedBadgeProps {
  readonly label?: string
  readonly meaning?: string
}

export function SharedBadge({ label = 'Shared', meaning }: SharedBadgeProps): ReactElement {
  return (
    <Hint label={meaning} isDisabled={meaning === undefined}>
      <span className={classes['pill']} data-tone="accent">
        {label}
      </span>
    </Hint>
  )
}

/** For what only its owner sees. */
export function PrivateBadge({ label = 'Private' }: { readonly label?: string }): ReactElement {
  return (
    <Hint label="Only you see this data. It replaces shared data of the same name.">
      <span className={classes['pill']} data-tone="accent">
        <IconLock size={12} stroke={1.8} aria-hidden />
        {label}
      </span>
    </Hint>
  )
}

type Tone = 'neutral' | 'busy' | 'good' | 'bad' | 'warn'

const TONES: Record<string, Tone> = {
  Queued: 'neutral',
  'In Progress': 'busy',
  'Stopping…': 'warn',
  Completed: 'good',
  Errored: 'bad',
  Failed: 'bad',
  Stopped: 'warn',
}

const DETAIL_WIDTH = 420

interface StatusBadgeProps {
  readonly status: string
  /** A problem of the run that the status does not show, such as running out of margin. */
  readonly detail?: string | null
}

export function StatusBadge({ status, detail = null }: StatusBadgeProps): ReactElement {
  const tone = status === 'Completed' && detail !== null ? 'warn' : (TONES[status] ?? 'neutral')
  return (
    <Hint label={detail} isDisabled={detail === null} width={DETAIL_WIDTH}>
      <span className={classes['status']} data-tone={tone}>
        <span className={classes['dot']} aria-hidden />
        {status}
      </span>
    </Hint>
  )
}
