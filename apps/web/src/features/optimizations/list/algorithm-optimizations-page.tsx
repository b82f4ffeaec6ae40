import type { ReactElement } from 'react'
import { AlgorithmRunsPage } from '../../../entities/runs/algorithm-runs-page.tsx'
import { NewOptimizationButton } from '../new-optimization-button.tsx'
import { OPTIMIZATIONS } from '../optimization-kind.ts'
import { OptimizationList } from './optimization-list.tsx'

export function AlgorithmOptimizationsPage(): ReactElement {
  return (
    <AlgorithmRunsPage kind={OPTIMIZATIONS}>
      {(algorithm) => (
        <OptimizationList algorithm={algorithm} action={<NewOptimizationButton algorithm={algorithm} />} />
      )}
    </AlgorithmRunsPage>
  )
}
