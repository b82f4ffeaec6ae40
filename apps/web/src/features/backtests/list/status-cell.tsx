import { Progress } from '@mantine/core'
import type { Backtest } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { useKey } from '../../../realtime/keyed-store.ts'
import { progressStore } from '../../../realtime/socket.ts'
import { useShownStatus } from '../stopping.ts'
import { StatusBadge } from '../../../ui/badges.tsx'
import { formatNumber } from '../../../ui/format.ts'
import classes from './backtest-list.module.css'

/** While a run is in progress, only this cell renders. */
export function StatusCell({ row }: { readonly row: Backtest }): ReactElement {
  const live = useKey(progressStore, row.id)
  const shown = useShownStatus(row)
  if (row.status !== 'In Progress') {
    return <StatusBadge status={row.status} detail={row.detail} />
  }
  const progress = Math.max(0, live?.progress ?? row.progress)
  return (
    <span className={classes['running']}>
      <StatusBadge status={shown} />
      <Progress value={progress} size={4} w={36} aria-label={`Progress ${formatNumber(progress, 0)}%`} />
    </span>
  )
}
