import { Select } from '@mantine/core'
import type { BacktestAnalysis } from '@tradeloom/contracts'
import { type ReactElement, useMemo, useState } from 'react'
import { TableToggle } from '../../charts/table-toggle.tsx'
import { AnalysisScreen } from './analysis-screen.tsx'
import { type AnalysisScreen as Screen, analysisScreens } from './analysis-screens.ts'

export const ANALYSIS_DETAIL = 'Realized figures by closing time, groups by opening time, UTC'

interface Choice {
  readonly screens: readonly Screen[]
  /** The one that is shown. */
  readonly screen: Screen | undefined
  readonly choose: (id: string) => void
  readonly isTable: boolean
  readonly setTable: (isTable: boolean) => void
}

/** One screen of an analysis at a time, chosen by name; of an overview, see `analysisScreens`. */
export function useAnalysisChoice(analysis: BacktestAnalysis, isOverview: boolean): Choice {
  const screens = useMemo(() => analysisScreens(analysis, isOverview), [analysis, isOverview])
  const [chosen, choose] = useState('balance')
  const [isTable, setTable] = useState(false)
  const screen = screens.find(({ id }) => id === chosen) ?? screens[0]
  return { screens, screen, choose, isTable, setTable }
}

/** Chooses among the screens by their groups. */
export function AnalysisChoice({ choice }: { readonly choice: Choice }): ReactElement {
  const { screens, screen, choose, isTable, setTable } = choice
  const groups = [...new Set(screens.map(({ group }) => group))]
  return (
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
        onChange={(value) => choose(value ?? 'balance')}
      />
      {screen === undefined || screen.kind === 'groups' ? null : <TableToggle isTable={isTable} onChange={setTable} />}
    </>
  )
}

/** The screen that was chosen. */
export function ChosenAnalysis({ choice: { screen, isTable } }: { readonly choice: Choice }): ReactElement | null {
  return screen === undefined ? null : <AnalysisScreen screen={screen} isTable={isTable} />
}
