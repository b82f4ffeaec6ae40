import { Select } from '@mantine/core'
import type { BacktestAnalysis } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo, useState } from 'react'
import { TableToggle } from '../../charts/table-toggle.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../ui/states.tsx'
import { backtestAnalysisQuery } from './result-queries.ts'
import { AnalysisScreen } from './result/analysis/analysis-screen.tsx'
import { analysisScreens } from './result/analysis/analysis-screens.ts'

const HEIGHT = 340

interface AnalysisPanelProps {
  readonly id: string
  readonly isShared: boolean
  /** The overview of an algorithm compares instruments, and has no balance of its own. */
  readonly isOverview?: boolean
}

/** One screen of the analysis at a time, chosen by name. */
export function AnalysisPanel({ id, isShared, isOverview = false }: AnalysisPanelProps): ReactElement {
  const analysis = useQuery(backtestAnalysisQuery(id, isShared))
  if (analysis.data) return <Screens analysis={analysis.data} isOverview={isOverview} />
  return (
    <Panel title="Analysis" flush>
      {analysis.isPending ? <LoadingBlock height={HEIGHT} /> : null}
      {analysis.isError ? <ErrorState error={analysis.error} onRetry={() => void analysis.refetch()} /> : null}
      {analysis.data === null ? (
        <EmptyState title="Not available" text="This result predates the analysis. Run it again to see it." />
      ) : null}
    </Panel>
  )
}

interface ScreensProps {
  readonly analysis: BacktestAnalysis
  readonly isOverview: boolean
}

function Screens({ analysis, isOverview }: ScreensProps): ReactElement {
  const screens = useMemo(() => analysisScreens(analysis, isOverview), [analysis, isOverview])
  const [chosen, setChosen] = useState('balance')
  const screen = screens.find(({ id }) => id === chosen) ?? screens[0]
  const [isTable, setTable] = useState(false)
  const groups = [...new Set(screens.map(({ group }) => group))]
  return (
    <Panel
      title="Analysis"
      detail="Realized figures by closing time, groups by opening time, UTC"
      flush
      actions={
        <>
          <Select
            size="xs"
            w={260}
            aria-label="Analysis screen"
            allowDeselect={false}
            maxDropdownHeight={420}
            data={groups.map((group) => ({
              group,
              items: screens.filter((one) => one.group === group).map(({ id, title }) => ({ value: id, label: title })),
            }))}
            value={screen?.id ?? null}
            onChange={(value) => setChosen(value ?? 'balance')}
          />
          {screen === undefined || screen.kind === 'groups' ? null : (
            <TableToggle isTable={isTable} onChange={setTable} />
          )}
        </>
      }
    >
      {screen === undefined ? null : <AnalysisScreen screen={screen} isTable={isTable} />}
    </Panel>
  )
}
