import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { SeriesState } from '@tradeloom/contracts'
import { knownFromProblem } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { errorText } from '../../api/api-error.ts'
import { formatAge, formatCount, formatDay } from '../../ui/format.ts'
import { SwitchOnLink } from '../user/switch-on-link.tsx'
import { useOpenKeys } from './use-open-keys.ts'
import { sourceProvidersQuery } from './sources-queries.ts'
import { QualityBadges } from './quality-badges.tsx'
import classes from './run-series-field.module.css'
import type { RunSeries } from './use-run-series.ts'

interface RunSeriesFieldProps {
  readonly series: RunSeries
  /** When the run begins, UTC milliseconds; null while that is not known. */
  readonly start: number | null
}

/** The datasets that the chosen version reads, each with its state; nothing for a script without any. */
export function RunSeriesField({ series, start }: RunSeriesFieldProps): ReactElement | null {
  const { states, busy, errors, failure } = series
  if (states.length === 0 && failure === null) return null
  return (
    <Stack gap={4} role="group" aria-label="Datasets of this script">
      <Text size="sm" fw={500}>
        Datasets of this script
      </Text>
      {failure === null || states.length > 0 ? null : (
        <Text size="xs" c="var(--danger)" role="alert">
          {errorText(failure)}{' '}
          <Button variant="subtle" size="compact-xs" onClick={series.retry}>
            Retry
          </Button>
        </Text>
      )}
      <div className={classes['list']}>
        {states.map((state) => (
          <SeriesLine
            key={state.id}
            state={state}
            isBusy={busy.includes(state.id)}
            error={errors[state.id] ?? null}
            start={start}
            onFetch={() => void series.fetch([state.id])}
          />
        ))}
      </div>
    </Stack>
  )
}

interface SeriesLineProps {
  readonly state: SeriesState
  readonly isBusy: boolean
  /** Why fetching it failed. */
  readonly error: string | null
  readonly start: number | null
  readonly onFetch: () => void
}

function SeriesLine({ state, isBusy, error, start, onFetch }: SeriesLineProps): ReactElement {
  const { id, stored, fetching, needsKey } = state
  const openKeys = useOpenKeys()
  const isFetching = isBusy || fetching !== null
  const problem = error ?? problemOf(state, start)
  const providers = useQuery({ ...sourceProvidersQuery, enabled: state.problem !== null }).data
  const isOff = providers?.some(({ name, isOn }) => name === state.provider?.name && !isOn) === true
  const action = (): ReactNode => {
    if (needsKey)
      return (
        <Button size="xs" variant="default" leftSection={<IconKey size={14} aria-hidden />} onClick={openKeys}>
          Enter API key
        </Button>
      )
    if (state.problem !== null && isOff) return <SwitchOnLink to="/admin/data-sources" />
    if (isFetching || state.problem !== null || (stored !== null && error === null && stored.problem === null))
      return null
    return (
      <Button size="xs" variant="default" onClick={onFetch}>
        {error === null && stored === null ? `Fetch ${id}` : 'Try again'}
      </Button>
    )
  }
  return (
    <div className={classes['line']}>
      <div className={classes['what']}>
        <div className={classes['head']}>
          <span className={classes['name']}>{id}</span>
          {stored === null ? null : <QualityBadges stored={stored} />}
        </div>
        {stored === null ? null : <span className={classes['facts']}>{factsOf(stored)}</span>}
        {isFetching ? (
          <span className={classes['busy']} role="status">
            <Loader size={12} aria-hidden />
            {fetching === null || fetching === 0
              ? 'Fetching …'
              : `Fetching …, ${formatCount(fetching, 'value')} so far`}
          </span>
        ) : null}
        {isFetching || problem === null ? null : (
          <span className={classes['wrong']} role="alert">
            {problem}
          </span>
        )}
        {isFetching || problem !== null || stored !== null ? null : (
          <span className={classes['facts']}>Not fetched yet. It is fetched at the start.</span>
        )}
      </div>
      <div className={classes['action']}>{action()}</div>
    </div>
  )
}

/** What a run would be refused for, as far as that is known before; and values that could not be brought up to date. */
function problemOf({ id, provider, stored, needsKey, problem }: SeriesState, start: number | null): string | null {
  if (problem !== null) return problem
  if (stored === null) return needsKey ? `${provider?.title ?? 'Its provider'} needs an API key of yours.` : null
  const tooEarly = start === null || stored.values === 0 ? null : knownFromProblem(id, stored.first, start)
  if (stored.values === 0) return `Series ${id} has no values.`
  return tooEarly ?? (stored.problem === null ? null : `The update failed: ${stored.problem}`)
}

function factsOf({
  values,
  firstPeriod,
  lastPeriod,
  first,
  last,
  checked,
}: NonNullable<SeriesState['stored']>): string {
  if (values === 0) return 'No values'
  return [
    `${formatCount(values, 'value')}, ${formatDay(firstPeriod)} to ${formatDay(lastPeriod)}`,
    `available from ${formatDay(first)} to ${formatDay(last)}`,
    `checked ${formatAge(checked, Date.now())}`,
  ].join(' · ')
}
