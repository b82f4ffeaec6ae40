import type { ReactElement } from 'react'
import { RunsPage } from '../../../entities/runs/runs-page.tsx'
import { OPTIMIZATIONS } from '../optimization-kind.ts'
import { OptimizationList } from './optimization-list.tsx'

/** All optimizations of the user. */
export function OptimizationsPage(): ReactElement {
  return (
    <RunsPage kind={OPTIMIZATIONS}>
      <OptimizationList algorithm={null} />
    </RunsPage>
  )
}
