import type { Optimization } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { OptimizationCharts } from '../charts/optimization-charts.tsx'
import { OptimizationLog } from '../log/optimization-log.tsx'
import { createRowSelection } from '../rows/row-selection.ts'
import { useOptimizationRows } from '../rows/use-optimization-rows.ts'
import { ResultsTable } from '../table/results-table.tsx'
import { GeneticStopping } from './genetic-stopping.tsx'
import { OptimizationHeader } from './optimization-header.tsx'
import { OptimizationProgress } from './optimization-progress.tsx'
import { OptimizationSummary } from './optimization-summary.tsx'
import { useOpenRow } from './use-open-row.ts'

interface OptimizationDetailProps {
  readonly optimization: Optimization
  /** Opened from the list of all optimizations. */
  readonly isAll: boolean
}

export function OptimizationDetail({ optimization, isAll }: OptimizationDetailProps): ReactElement {
  const results = useOptimizationRows(optimization)
  const [selection] = useState(createRowSelection)
  const openRow = useOpenRow(optimization)
  const { status, genetic } = optimization
  return (
    <>
      <OptimizationHeader optimization={optimization} isAll={isAll} />
      <OptimizationSummary optimization={optimization} />
      {status === 'Queued' || status === 'In Progress' ? <OptimizationProgress optimization={optimization} /> : null}
      <OptimizationCharts optimization={optimization} results={results} selection={selection} onOpenRow={openRow} />
      {genetic === null ? null : <GeneticStopping optimization={optimization} genetic={genetic} />}
      {results.rows.count === 0 ? null : (
        <ResultsTable
          optimization={optimization}
          rows={results.rows}
          isLoading={results.isLoading}
          selection={selection}
          onOpenRow={openRow}
        />
      )}
      <OptimizationLog optimization={optimization} />
    </>
  )
}
