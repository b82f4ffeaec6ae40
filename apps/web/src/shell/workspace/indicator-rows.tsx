import { ActionIcon, Box, SegmentedControl } from '@mantine/core'
import type { Indicator } from '@tradeloom/contracts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { groupIndicators } from '../../features/indicators/group-indicators.ts'
import { indicatorsQuery } from '../../entities/indicators/indicator-queries.ts'
import { openNewIndicator } from '../../features/indicators/new-indicator.tsx'
import { ListRow } from './list-row.tsx'
import { ListSection, RowsNote } from './list-section.tsx'
import { useIndicatorActions } from './use-indicator-actions.ts'
import classes from './workspace.module.css'
import { Hint } from '../../ui/hint.tsx'

type Filter = 'custom' | 'system'

function matches({ name, key }: Indicator, search: string): boolean {
  return name.toLowerCase().includes(search) || key.toLowerCase().includes(search)
}

/** Custom and system indicators; visitors see only the latter. */
export function IndicatorRows({ search }: { readonly search: string }): ReactElement {
  const user = useUser()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <ListSection
      title="Indicators"
      // What a visitor would see are the many system indicators, which take time to load.
      isOpenAtFirst={Boolean(user) || path.startsWith('/indicators')}
      action={
        <Hint label="New indicator">
          <ActionIcon size="sm" aria-label="New indicator" onClick={() => void openNewIndicator()}>
            <IconPlus size={15} aria-hidden />
          </ActionIcon>
        </Hint>
      }
    >
      <Indicators search={search} />
    </ListSection>
  )
}

function Indicators({ search }: { readonly search: string }): ReactElement {
  const user = useUser()
  const [chosen, setChosen] = useState<Filter>('custom')
  const filter = user ? chosen : 'system'
  const listed = useQuery({ ...indicatorsQuery(Boolean(user)), enabled: user !== undefined })
  const shown = listed.data?.filter(({ system }) => system === (filter === 'system'))
  const rows = shown?.filter((indicator) => matches(indicator, search)) ?? []
  return (
    <>
      {user ? (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Indicators in the list"
          className={classes['kinds'] ?? ''}
          value={filter}
          onChange={(next) => setChosen(next as Filter)}
          data={[
            { value: 'custom', label: 'Custom' },
            { value: 'system', label: 'System' },
          ]}
        />
      ) : null}
      {listed.isError ? <RowsNote text={listed.error.message} /> : null}
      {shown?.length === 0 ? <RowsNote text={user ? 'No custom indicators yet' : 'No indicators'} /> : null}
      {shown !== undefined && shown.length > 0 && rows.length === 0 ? <RowsNote text="No matches" /> : null}
      {groupIndicators(rows).map(({ name, indicators }) => (
        <IndicatorGroup key={name} name={name} indicators={indicators} />
      ))}
    </>
  )
}

interface IndicatorGroupProps {
  readonly name: string | null
  readonly indicators: readonly Indicator[]
}

function IndicatorGroup({ name, indicators }: IndicatorGroupProps): ReactElement {
  const actionsOf = useIndicatorActions()
  return (
    <>
      {name === null ? null : (
        <Box m="8px 0 2px" p="0 8px" c="var(--text-3)" fz={11} fw={600} component="h3">
          {name}
        </Box>
      )}
      <ul>
        {indicators.map((indicator) => (
          <ListRow
            key={indicator.id}
            link={{ to: '/indicators/$indicatorId', params: { indicatorId: indicator.id } }}
            name={indicator.name}
            detail={indicator.key}
            isShared={indicator.shared && !indicator.system}
            actions={() => actionsOf(indicator)}
          />
        ))}
      </ul>
    </>
  )
}
