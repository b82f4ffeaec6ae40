import { Progress } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { StatusBadge } from '../../ui/badges.tsx'
import { formatNumber } from '../../ui/format.ts'

interface RunningStatusProps {
  readonly status: string
  readonly progress: number
  readonly title?: string
  readonly children?: ReactNode
}

/** The state of a run in progress, with how far it is. */
export function RunningStatus({ status, progress, title, children }: RunningStatusProps): ReactElement {
  const value = Math.max(0, progress)
  return (
    <span className="inline" title={title}>
      <StatusBadge status={status} />
      <Progress value={value} size={4} w={36} aria-label={`Progress ${formatNumber(value, 0)}%`} />
      {children}
    </span>
  )
}
