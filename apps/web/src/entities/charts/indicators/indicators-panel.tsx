import { ActionIcon, Button, Popover, ScrollArea, Tabs, TextInput, UnstyledButton } from '@mantine/core'
import type { Indicator, IndicatorArgument } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { IconChartDots, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { newId } from '../new-id.ts'
import { loadModule } from '../../../ui/load-module.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { useUser } from '../../user/bootstrap-query.ts'
import { ToolLabel } from '../toolbar/tool-label.tsx'
import { indicatorsQuery } from '../../indicators/indicator-queries.ts'
import { type ActiveIndicator, indicatorTitle, MAX_ACTIVE } from './active-indicators.ts'
import { INDICATOR_TABS, indicatorsOfTab, type IndicatorTab } from './indicator-groups.ts'
import classes from './indicators-panel.module.css'

/** With the parser of what is typed, which few who look at a chart need. */
const ParameterForm = lazy(async () => ({
  default: (await loadModule(() => import('./parameter-form.tsx'))).ParameterForm,
}))

interface IndicatorsPanelProps {
  readonly active: readonly ActiveIndicator[]
  /** Why there is no line, by the id of the active indicator. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (active: ActiveIndicator[]) => void
}

/** Chooses the indicators of a chart. */
export function IndicatorsPanel({ active, problems, onChange }: IndicatorsPanelProps): ReactElement {
  const failed = Object.keys(problems).length
  return (
    <Popover position="bottom-start" width={320} trapFocus returnFocus withinPortal={false} floatingStrategy="fixed">
      <Popover.Target>
        <Button
          data-tour="indicators"
          variant="subtle"
          size="compact-xs"
          {...(failed > 0 ? { color: 'red' } : {})}
          leftSection={<IconChartDots size={14} aria-hidden />}
        >
          <ToolLabel>{active.length === 0 ? 'Indicators' : `Indicators (${active.length})`}</ToolLabel>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Indicators" p="xs">
        <Content active={active} problems={problems} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Content({ active, problems, onChange }: IndicatorsPanelProps): ReactElement {
  const [tab, setTab] = useState<IndicatorTab>(active.length > 0 ? 'Active' : 'Overlays')
  const [chosen, setChosen] = useState<Indicator | null>(null)
  const add = ({ key }: Indicator, parameters: IndicatorArgument[]): void => {
    onChange([...active, { id: newId(), key, parameters, isHidden: false }].slice(-MAX_ACTIVE))
    setChosen(null)
    setTab('Active')
  }
  if (chosen !== null) {
    return (
      <Suspense fallback={<LoadingRows rows={3} />}>
        <ParameterForm
          indicator={chosen}
          onAdd={(parameters) => add(chosen, parameters)}
          onBack={() => setChosen(null)}
        />
      </Suspense>
    )
  }
  const choose = (indicator: Indicator): void =>
    indicator.parameters.length === 0 ? add(indicator, []) : setChosen(indicator)
  return (
    <Tabs value={tab} onChange={(next) => setTab(next as IndicatorTab)}>
      <Tabs.List>
        {INDICATOR_TABS.map((name) => (
          <Tabs.Tab key={name} value={name} size="xs" px={8}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt="xs">
        {tab === 'Active' ? (
          <ActiveList active={active} problems={problems} onChange={onChange} />
        ) : (
          <Choices tab={tab} onChoose={choose} />
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

interface ChoicesProps {
  readonly tab: IndicatorTab
  readonly onChoose: (indicator: Indicator) => void
}

function Choices({ tab, onChoose }: ChoicesProps): ReactElement {
  const isSignedIn = Boolean(useUser())
  const indicators = useQuery(indicatorsQuery(isSignedIn))
  const [search, setSearch] = useState('')
  if (indicators.isPending) return <LoadingRows rows={5} />
  if (indicators.isError) return <ErrorState error={indicators.error} onRetry={() => void indicators.refetch()} />
  const shown = indicatorsOfTab(indicators.data, tab, search)
  return (
    <>
      <TextInput
        size="xs"
        aria-label="Search indicators"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <EmptyState title={search === '' ? 'No indicators' : 'No matches'} />
      ) : (
        <ScrollArea.Autosize mah={260} mt={6}>
          <ul className={classes['list']}>
            {shown.map((indicator) => (
              <li key={indicator.id}>
                <UnstyledButton className={classes['choice']} onClick={() => onChoose(indicator)}>
                  <span>{indicator.name}</span> <code>{indicator.key}</code>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      )}
    </>
  )
}

function ActiveList({ active, problems, onChange }: IndicatorsPanelProps): ReactElement {
  if (active.length === 0) return <EmptyState title="No active indicators" />
  const toggle = (id: string): void =>
    onChange(active.map((one) => (one.id === id ? { ...one, isHidden: !one.isHidden } : one)))
  return (
    <ul className={classes['list']}>
      {active.map((one) => (
        <li key={one.id} className={classes['active']}>
          <span data-hidden={one.isHidden || undefined}>{indicatorTitle(one)}</span>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={`Show ${indicatorTitle(one)}`}
            aria-pressed={!one.isHidden}
            onClick={() => toggle(one.id)}
          >
            {one.isHidden ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={`Remove ${indicatorTitle(one)}`}
            onClick={() => onChange(active.filter(({ id }) => id !== one.id))}
          >
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
          {problems[one.id] === undefined ? null : <p role="alert">{problems[one.id]}</p>}
        </li>
      ))}
    </ul>
  )
}
