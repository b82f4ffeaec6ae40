import { Progress } from '@mantine/core'
import type { Optimization } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { StatusBadge } from '../../../ui/badges.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { timeLeftText } from '../optimization-labels.ts'
import classes from './optimization-list.module.css'

export function StatusCell({ row }: { readonly row: Optimization }): ReactElement {
  const { status, statusDetail, done, total } = row
  if (status !== 'In Progress')
    return <StatusBadge status={status} detail={statusDetail === '' ? null : statusDetail} />
  const progress = Math.max(0, row.progress)
  const left = timeLeftText(row)
  return (
    <span className={classes['running']} title={`${formatNumber(done, 0)} of ${formatNumber(total, 0)} backtests`}>
      <StatusBadge status={status} />
      <Progress value={progress} size={4} w={36} aria-label={`Progress ${formatNumber(progress, 0)}%`} />
      {left === null ? null : <span className="muted num">{left}</span>}
    </span>
  )
}
