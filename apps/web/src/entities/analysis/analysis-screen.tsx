import { Box } from '@mantine/core'
import { lazy, type ReactElement, Suspense } from 'react'
import { GroupBars } from '../../charts/group-bars.tsx'
import { loadModule } from '../../ui/load-module.ts'
import { EmptyState, LoadingBlock } from '../../ui/states.tsx'
import type { AnalysisScreen as Shown } from './analysis-screens.ts'

const SeriesChart = lazy(async () => ({
  default: (await loadModule(() => import('../../charts/series-chart.tsx'))).SeriesChart,
}))

const HEIGHT = 340

function groupName(by: string, key: string): string {
  if (by === 'Hour') return `${key}:00`
  return key === '' ? 'No tag' : key
}

interface AnalysisScreenProps {
  readonly screen: Shown
  readonly isTable: boolean
}

/** One screen of the analysis: a chart over time, or bars of groups. */
export function AnalysisScreen({ screen, isTable }: AnalysisScreenProps): ReactElement {
  const isEmpty =
    screen.kind === 'groups' ? screen.groups.length === 0 : screen.series.every(({ time }) => time.length === 0)
  if (isEmpty) return <EmptyState title="No closed positions" text="There is nothing to show." />
  if (screen.kind === 'groups') {
    return (
      <Box maw={720} mih={120}>
        <GroupBars
          by={screen.by}
          measure={screen.measure}
          field={screen.field}
          groups={screen.groups}
          nameOf={(key) => groupName(screen.by, key)}
        />
      </Box>
    )
  }
  return (
    <Suspense fallback={<LoadingBlock height={HEIGHT} />}>
      <SeriesChart
        key={screen.id}
        label={screen.title}
        kind={screen.kind}
        unit={screen.unit}
        series={screen.series}
        height={HEIGHT}
        isTable={isTable}
      />
    </Suspense>
  )
}
