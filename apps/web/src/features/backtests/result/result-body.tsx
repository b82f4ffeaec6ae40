import { Button } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useRef, useState } from 'react'
import { backtestChartsQuery } from '../backtest-queries.ts'
import { AfterPaint } from '../../../ui/after-paint.tsx'
import { loadModule } from '../../../ui/load-module.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import classes from './backtest-result.module.css'
import { CostsPanel } from './analysis/costs-panel.tsx'
import { DrawdownsPanel } from './analysis/drawdowns-panel.tsx'
import { GroupsPanel } from './analysis/groups-panel.tsx'
import { MonthsPanel } from './analysis/returns-panels.tsx'
import { scrollTo } from './scroll-to.ts'
import { Trades } from './overview/trades.tsx'

const loadChart = () => loadModule(() => import('../../../charts/equity-chart.tsx'))
// Preloads the chart's code while the result is loading. A failure occurs again, and is shown, on rendering.
void import('../../../charts/equity-chart.tsx').catch(() => {})
const EquityChart = lazy(async () => ({ default: (await loadChart()).EquityChart }))

interface ResultBodyProps {
  readonly result: BacktestDetail
  readonly isShared: boolean
}

const DRAWDOWNS_HEIGHT = 320
const MONTHS_HEIGHT = 120
const TRADES_HEIGHT = 1_200
const GROUPS_HEIGHT = 700

/** The equity curve with costs and drawdowns, then the trades, then the breakdowns. */
export function ResultBody(props: ResultBodyProps): ReactElement {
  const { result, isShared } = props
  const charts = useQuery(backtestChartsQuery(result.id, isShared))
  const [span, setSpan] = useState<{ from: number; to: number } | null>(null)
  const equity = useRef<HTMLDivElement>(null)
  const breakdowns = charts.data?.breakdowns ?? null
  return (
    <>
      <div ref={equity}>
        <Panel
          title="Equity and drawdown"
          detail={result.accountCurrency}
          flush
          actions={
            span === null ? undefined : (
              <Button variant="default" onClick={() => setSpan(null)}>
                Entire run
              </Button>
            )
          }
        >
          {charts.isPending ? <LoadingBlock height={320} /> : null}
          {charts.isError ? <ErrorState error={charts.error} onRetry={() => void charts.refetch()} /> : null}
          {charts.data === undefined ? null : (
            <Suspense fallback={<LoadingBlock height={320} />}>
              <EquityChart curve={charts.data.equityCurve} focus={span} />
            </Suspense>
          )}
        </Panel>
      </div>
      <AfterPaint height={DRAWDOWNS_HEIGHT}>
        <div className={classes['halves']}>
          <CostsPanel result={result} />
          {breakdowns === null ? (
            <NoDrawdowns isPending={charts.isPending} />
          ) : (
            <DrawdownsPanel
              result={result}
              drawdowns={breakdowns.drawdowns}
              onChoose={(chosen) => {
                setSpan(chosen)
                scrollTo(equity)
              }}
            />
          )}
        </div>
      </AfterPaint>
      {breakdowns === null ? null : (
        <AfterPaint height={MONTHS_HEIGHT}>
          <MonthsPanel monthly={breakdowns.monthly} />
        </AfterPaint>
      )}
      <AfterPaint height={TRADES_HEIGHT}>
        <Trades {...props} breakdowns={breakdowns} />
      </AfterPaint>
      {breakdowns === null ? null : (
        <AfterPaint height={GROUPS_HEIGHT}>
          <GroupsPanel breakdowns={breakdowns} />
        </AfterPaint>
      )}
    </>
  )
}

function NoDrawdowns({ isPending }: { readonly isPending: boolean }): ReactElement {
  return (
    <Panel title="Drawdowns" flush>
      {isPending ? (
        <LoadingBlock height={DRAWDOWNS_HEIGHT} />
      ) : (
        <EmptyState title="Not available" text="This result has no breakdowns. Run it again to see them." />
      )}
    </Panel>
  )
}
