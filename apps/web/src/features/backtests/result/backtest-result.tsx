import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { AfterPaint } from '../../../ui/after-paint.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { AmbiguityPanel } from './analysis/ambiguity-panel.tsx'
import classes from './backtest-result.module.css'
import { Dashboard } from './overview/dashboard.tsx'
import { DataQualityPanel } from './inputs/data-quality-panel.tsx'
import { LiveLogPanel, LogPanel } from './log/log-panel.tsx'
import { MarginAlert } from './overview/margin-alert.tsx'
import { MetricsPanel } from './metrics/metrics-panel.tsx'
import { ModelTablesPanel } from './inputs/model-tables-panel.tsx'
import { ReproducibilityPanel } from './inputs/reproducibility-panel.tsx'
import { ResultBody } from './result-body.tsx'
import { ResultHeader } from './overview/result-header.tsx'
import { RunFailure } from './overview/run-failure.tsx'
import { RunProgress } from './overview/run-progress.tsx'

interface BacktestResultProps {
  readonly result: BacktestDetail
  /** Shown in place of the metrics while they are computed, and if that fails. */
  readonly metricsState: ReactElement | null
  /** Loaded from the public endpoints: the run belongs to another user. */
  readonly isShared: boolean
  /** Opened from the list of all backtests. */
  readonly isAll: boolean
}

const PANEL_HEIGHT = 900

function Warnings({ warnings }: { readonly warnings: readonly string[] }): ReactElement {
  return (
    <Panel title="Warnings">
      <ul className={classes['warnings']}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Panel>
  )
}

/** A backtest in any state: queued, running, failed, or with its result. */
export function BacktestResult({ result, metricsState, isShared, isAll }: BacktestResultProps): ReactElement {
  const hasResult = result.statistics !== null
  const isRunning = result.status === 'Queued' || result.status === 'In Progress'
  const hasFailed = result.status === 'Errored' || result.status === 'Failed'
  return (
    <>
      <MarginAlert result={result} />
      <ResultHeader result={result} isAll={isAll} />
      {isRunning ? <RunProgress result={result} /> : null}
      {hasFailed ? <RunFailure result={result} /> : null}
      {result.warnings.length > 0 ? <Warnings warnings={result.warnings} /> : null}
      {hasResult && !isRunning ? (
        <>
          <Dashboard result={result} />
          <AmbiguityPanel result={result} />
          <ResultBody result={result} isShared={isShared} />
          <AfterPaint height={PANEL_HEIGHT}>
            <DataQualityPanel result={result} />
            {result.tables === null ? null : <ModelTablesPanel result={result} isShared={isShared} />}
            <div className={classes['two']}>
              {metricsState === null ? (
                <MetricsPanel metrics={result.metrics} />
              ) : (
                <Panel title="Metrics">{metricsState}</Panel>
              )}
              <ReproducibilityPanel result={result} />
            </div>
          </AfterPaint>
        </>
      ) : null}
      <div id="log">
        {isRunning ? <LiveLogPanel id={result.id} /> : <LogPanel id={result.id} isShared={isShared} />}
      </div>
    </>
  )
}
