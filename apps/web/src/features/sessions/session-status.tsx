import type { TradingSession } from '@tradeloom/contracts'
import type { ReactElement } from 'react'

const TONES = { Active: 'gain', Stopped: '', Failed: 'loss' } as const

/** Whether a session runs, and why not. */
export function SessionStatus({ session }: { readonly session: TradingSession }): ReactElement {
  const { status, statusDetail } = session
  return (
    <span className={TONES[status]} title={statusDetail ?? undefined}>
      {status}
    </span>
  )
}
