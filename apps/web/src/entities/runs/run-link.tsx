import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { formatMinute } from '../../ui/format.ts'
import type { Run, RunKind } from './run-kind.ts'

interface RunLinkProps {
  readonly kind: RunKind
  readonly run: Pick<Run, 'id' | 'algorithmId' | 'time'>
  readonly isAll: boolean
}

/** Link to the page of a run: inside its algorithm, or in the list of all. */
export function RunLink({ kind, run, isAll }: RunLinkProps): ReactElement {
  return <Link {...kind.pageOf(run, isAll)}>{formatMinute(run.time)}</Link>
}

export function useOpenRun(kind: RunKind, isAll: boolean): (run: Pick<Run, 'id' | 'algorithmId'>) => void {
  const navigate = useNavigate()
  return (run) => void navigate(kind.pageOf(run, isAll))
}
