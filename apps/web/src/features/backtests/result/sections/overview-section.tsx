import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useRef, useState } from 'react'
import { AfterPaint } from '../../../../ui/after-paint.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { EmptyState, LoadingBlock } from '../../../../ui/states.tsx'
import { backtestChartsQuery } from '../../../../entities/runs/backtest-queries.ts'
import { AmbiguityPanel } from '../analysis/ambiguity-panel.tsx'
import { CostsPanel } from '../analysis/costs-panel.tsx'
import { DrawdownsPanel } from '../../../../entities/analysis/drawdowns-panel.tsx'
import { MonthsPanel } from '../../../../entities/analysis/returns-panels.tsx'
import { Dashboard } from '../overview/dashboard.tsx'
import { EquityPanel, type Span } from '../overview/equity-panel.tsx'
import { MarginPanel } from '../overview/margin-panel.tsx'
import { scrollTo } from '../scroll-to.ts'
import type { SectionProps } from '../../../../entities/analysis/section-props.ts'
import sections from './sections.module.css'

const DRAWDOWNS_HEIGHT = 320
const MONTHS_HEIGHT = 120
/** A drawdown is shown with this share of its length on both sides, and with at least a minute. */
const MARGIN = 0.3
const MIN_MARGIN_MS = 60_000

function withMargin({ from, to }: Span): Span {
  const margin = Math.max(MIN_MARGIN_MS, (to - from) * MARGIN)
  return { from: from - margin, to: to + margin }
}

/** The equity curve, the figures, and what they consist of. */
export function OverviewSection({ result, isShared }: SectionProps): ReactElement {
  const charts = useQuery(backtestChartsQuery(result.id, isShared))
  const [span, setSpan] = useState<Span | null>(null)
  const equity = useRef<HTMLDivElement>(null)
  const breakdowns = charts.data?.breakdowns ?? null
  return (
    <>
      <div ref={equity} className={sections['target']}>
        <EquityPanel result={result} isShared={isShared} span={span} onSpan={setSpan} />
      </div>
      <Dashboard result={result} />
      <MarginPanel result={result} />
      <AmbiguityPanel result={result} />
      <AfterPaint height={DRAWDOWNS_HEIGHT}>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={12}>
          <CostsPanel result={result} />
          {breakdowns === null ? (
            <NoDrawdowns isPending={charts.isPending} />
          ) : (
            <DrawdownsPanel
              result={result}
              drawdowns={breakdowns.drawdowns}
              onChoose={(chosen) => {
                setSpan(withMargin(chosen))
                scrollTo(equity)
              }}
            />
          )}
        </SimpleGrid>
      </AfterPaint>
      {breakdowns === null ? null : (
        <AfterPaint height={MONTHS_HEIGHT}>
          <MonthsPanel monthly={breakdowns.monthly} />
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
