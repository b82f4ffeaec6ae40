import { Button, Select } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { Panel, PanelNote } from '../../../ui/panel.tsx'
import { ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { versionQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { DiffSurface } from '../../../entities/scripts/diff-surface.tsx'
import { letterOf } from './run-marks.tsx'

const HEIGHT = 440

interface ScriptDifferencesProps {
  readonly runs: readonly BacktestDetail[]
  readonly isShared: boolean
}

/** The scripts of two runs side by side; nothing if all ran the same version. */
export function ScriptDifferences({ runs, isShared }: ScriptDifferencesProps): ReactElement | null {
  const other = runs.findIndex(({ algorithmVersionId }) => algorithmVersionId !== runs[0]?.algorithmVersionId)
  const [pair, setPair] = useState<readonly [number, number]>([0, Math.max(1, other)])
  const [isShown, setShown] = useState(false)
  if (other < 0) return null
  const choices = runs.map((run, index) => ({
    value: String(index),
    label: `${letterOf(index)} · ${run.algorithmName} ${run.displayVersionNo}`,
  }))
  const [left, right] = [runs[pair[0]], runs[pair[1]]]
  const choose = (label: string, place: 0 | 1): ReactElement => (
    <Select
      size="xs"
      w={210}
      aria-label={label}
      allowDeselect={false}
      data={choices}
      value={String(pair[place])}
      onChange={(value) => setPair(place === 0 ? [Number(value), pair[1]] : [pair[0], Number(value)])}
    />
  )
  return (
    <Panel
      title="Script"
      flush
      actions={
        isShown ? (
          <>
            {choose('Script on the left', 0)}
            {choose('Script on the right', 1)}
          </>
        ) : (
          <Button size="xs" variant="default" onClick={() => setShown(true)}>
            Show differences
          </Button>
        )
      }
    >
      {isShown && left !== undefined && right !== undefined ? (
        <Differences runs={[left, right]} labels={pair.map(letterOf)} isShared={isShared} />
      ) : (
        <PanelNote>These runs used different versions.</PanelNote>
      )}
    </Panel>
  )
}

interface DifferencesProps {
  readonly runs: readonly [BacktestDetail, BacktestDetail]
  readonly labels: readonly string[]
  readonly isShared: boolean
}

function Differences({ runs, labels, isShared }: DifferencesProps): ReactElement {
  const older = useQuery(scriptQuery(runs[0], isShared))
  const newer = useQuery(scriptQuery(runs[1], isShared))
  const failed = [older, newer].find(({ isError }) => isError)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (older.data === undefined || newer.data === undefined) return <LoadingBlock height={HEIGHT} />
  return (
    <DiffSurface
      left={older.data.script}
      right={newer.data.script}
      leftLabel={labels[0] ?? ''}
      rightLabel={labels[1] ?? ''}
    />
  )
}

function scriptQuery(run: BacktestDetail, isShared: boolean) {
  return versionQuery({ id: run.algorithmId, readOnly: isShared || run.readOnly }, run.algorithmVersionId)
}
