import { Group, Text } from '@mantine/core'
import type { BacktestAnalysis } from '@tradeloom/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { FoldedPanel } from '../../ui/folded-panel.tsx'
import { ErrorState, LoadingBlock } from '../../ui/states.tsx'
import {
  ANALYSIS_DETAIL,
  AnalysisChoice,
  ChosenAnalysis,
  useAnalysisChoice,
} from '../../entities/analysis/analysis-choice.tsx'
import { RefreshLink } from './refresh-link.tsx'

interface SessionsAnalysisProps {
  readonly query: Pick<UseQueryResult<BacktestAnalysis>, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>
  /** Changes with every position that is added or changes its status. */
  readonly positions: string
  readonly isOverview?: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** The analysis of a session, or of all sessions of an algorithm; collapsed at first, and fetched when it is opened. */
export function SessionsAnalysis({ query, positions, onOpen, ...rest }: SessionsAnalysisProps): ReactElement {
  const { data, isError, error, isFetching, refetch } = query
  // Of what was there when the analysis was fetched last.
  const [drawn, setDrawn] = useState(positions)
  const refresh = (): void => {
    setDrawn(positions)
    void refetch()
  }
  const isChanged = drawn !== positions && data !== undefined && !isFetching
  return (
    <FoldedPanel
      title="Analysis"
      tour={rest.isOverview ? 'overview-analysis' : 'session-analysis'}
      actions={isChanged ? <RefreshLink onClick={refresh} /> : null}
      onOpen={(isOpen) => {
        // What is opened is as it is now.
        if (isOpen) setDrawn(positions)
        if (isOpen && data !== undefined) void refetch()
        onOpen(isOpen)
      }}
    >
      {data === undefined && !isError ? <LoadingBlock height={340} /> : null}
      {data === undefined && isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : <Screens analysis={data} {...rest} />}
    </FoldedPanel>
  )
}

interface ScreensProps {
  readonly analysis: BacktestAnalysis
  readonly isOverview?: boolean
}

function Screens({ analysis, isOverview = false }: ScreensProps): ReactElement {
  const choice = useAnalysisChoice(analysis, isOverview)
  return (
    <>
      <Group gap="sm" p="8px 12px">
        <AnalysisChoice choice={choice} />
        <Text size="xs" c="var(--text-2)">
          {ANALYSIS_DETAIL}
        </Text>
      </Group>
      <ChosenAnalysis choice={choice} />
    </>
  )
}
