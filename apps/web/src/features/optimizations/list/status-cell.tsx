import type { Optimization } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { StatusBadge } from '../../../ui/badges.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { RunningStatus } from '../../../entities/runs/run-status.tsx'
import { timeLeftText } from '../optimization-labels.ts'

export function StatusCell({ row }: { readonly row: Optimization }): ReactElement {
  const { status, statusDetail, done, total, progress } = row
  if (status !== 'In Progress')
    return <StatusBadge status={status} detail={statusDetail === '' ? null : statusDetail} />
  const left = timeLeftText(row)
  return (
    <RunningStatus
      status={status}
      progress={progress}
      title={`${formatNumber(done, 0)} of ${formatNumber(total, 0)} backtests`}
    >
      {left === null ? null : <span className="muted num">{left}</span>}
    </RunningStatus>
  )
}
