import { Text } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { useQueries } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { isMissing } from '../../../api/api-error.ts'
import { formatCount } from '../../../ui/format.ts'
import page from '../../../ui/page.module.css'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock, LoadingRows } from '../../../ui/states.tsx'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { backtestQuery } from '../../../entities/runs/backtest-queries.ts'
import { ComparedEquity } from './compared-equity.tsx'
import { comparedIds, MAX_RUNS, MIN_RUNS } from '../../../entities/runs/compared-ids.ts'
import { ComparedMetrics } from './compared-metrics.tsx'
import { ComparedRuns } from './compared-runs.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { differingInputs } from './differing-inputs.ts'
import { ScriptDifferences } from './script-differences.tsx'

const LOADING_HEIGHT = 340

/** Two to six runs side by side. */
export function ComparePage(): ReactElement {
  const { ids: given } = useSearch({ strict: false }) as { readonly ids?: string }
  const user = useUser()
  const { ids, surplus } = comparedIds(given)
  const isShared = user === null
  const results = useQueries({
    queries: ids.map((id) => ({ ...backtestQuery(id, isShared), enabled: user !== undefined })),
  })
  const runs = results.flatMap(({ data }) => (data === undefined ? [] : [data]))
  const missing = results.filter(({ data, error }) => data === undefined && isMissing(error)).length
  // One that was deleted does not keep the others from being compared.
  const isEnough = runs.length >= MIN_RUNS && runs.length + missing === ids.length
  const failed = isEnough ? undefined : results.find(({ isError }) => isError)
  return (
    <div className={page['page']}>
      <div className={page['title']}>
        <h1>Compare backtests</h1>
      </div>
      {ids.length < MIN_RUNS ? (
        <EmptyState
          picture="backtests"
          title="Nothing to compare"
          text={`Select ${MIN_RUNS} to ${MAX_RUNS} backtests in the list, then choose Compare.`}
          action={<Link to="/backtests">Go to backtests</Link>}
        />
      ) : null}
      {failed === undefined ? null : <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined && ids.length >= MIN_RUNS && !isEnough ? <Loading /> : null}
      {surplus > 0 ? (
        <Text role="status" size="sm" c="dimmed">
          At most {MAX_RUNS} backtests can be compared: {formatCount(surplus, 'backtest')} left out.
        </Text>
      ) : null}
      {missing > 0 && isEnough ? (
        <Text role="status" size="sm" c="dimmed">
          {formatCount(missing, 'backtest')} left out: deleted, or not public.
        </Text>
      ) : null}
      {isEnough ? <Comparison runs={runs} isShared={isShared} /> : null}
    </div>
  )
}

interface ComparisonProps {
  readonly runs: readonly BacktestDetail[]
  readonly isShared: boolean
}

function Comparison({ runs, isShared }: ComparisonProps): ReactElement {
  const inputs = differingInputs(runs)
  return (
    <>
      <ComparedRuns runs={runs} />
      <ComparedEquity runs={runs} isShared={isShared} />
      <Panel title="What differs" detail="Script, settings, externals, engine and data" flush>
        {inputs.length === 0 ? (
          <EmptyState title="Equal inputs" text="Script, settings, externals, engine and data are the same." />
        ) : (
          <ComparisonTable label="What differs" count={runs.length} rows={inputs} />
        )}
      </Panel>
      <ComparedMetrics runs={runs} isShared={isShared} />
      <ScriptDifferences runs={runs} isShared={isShared} />
    </>
  )
}

function Loading(): ReactElement {
  return (
    <>
      <LoadingRows rows={3} />
      <LoadingBlock height={LOADING_HEIGHT} />
    </>
  )
}
