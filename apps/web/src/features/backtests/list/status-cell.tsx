import type { Backtest } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { useKey } from '../../../realtime/keyed-store.ts'
import { progressStore } from '../progress-store.ts'
import { StatusBadge } from '../../../ui/badges.tsx'
import { RunningStatus } from '../../../entities/runs/run-status.tsx'
import { useShownStatus } from '../stopping.ts'

/** While a run is in progress, only this cell renders. */
export function StatusCell({ row }: { readonly row: Backtest }): ReactElement {
  const live = useKey(progressStore, row.id)
  const shown = useShownStatus(row)
  if (row.status !== 'In Progress') return <StatusBadge status={row.status} detail={row.detail} />
  return <RunningStatus status={shown} progress={live?.progress ?? row.progress} />
}
