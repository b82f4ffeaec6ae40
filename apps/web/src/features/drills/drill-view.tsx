import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Drill, DrillResult } from '@tradeloom/contracts'
import { DRILLS } from '@tradeloom/domain/drills'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { formatSignedMoney } from '../../entities/instruments/format-money.ts'
import { formatNumber, formatSecond, NOTHING, signClass } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Stat, StatList } from '../../ui/stat.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { useSending } from '../../ui/use-sending.ts'
import classes from './drill-view.module.css'
import { DrillOutcome } from './drill-outcome.tsx'
import { endText } from './drill-history.tsx'
import { drillQuery, drillsQuery } from './drill-queries.ts'

/** A drill as it happens, and what it has shown. */
export function DrillView({ id }: { readonly id: string }): ReactElement {
  const { data, error, refetch, dataUpdatedAt } = useQuery(drillQuery(id))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const { result, ...drill } = data
  return (
    <Panel title={`${DRILLS[drill.kind].title}: ${drill.symbol}`}>
      <Stack gap="md">
        <State drill={drill} now={dataUpdatedAt} />
        <Figures result={result} />
        {drill.started === null ? null : <DrillOutcome result={result} />}
        <Events events={result.events} />
      </Stack>
    </Panel>
  )
}

function State({ drill, now }: { readonly drill: Drill; readonly now: number }): ReactElement {
  const client = useQueryClient()
  const { isBusy, error, send } = useSending()
  const { id, accountId, started, ends, ended } = drill
  if (ended !== null) return <Text role="status">{endText(drill)}</Text>
  const share = started === null || ends === null ? 0 : Math.min(1, Math.max(0, (now - started) / (ends - started)))
  const stop = (): Promise<void> =>
    send(async () => {
      await call('stopDrill', { params: { id } })
      await client.invalidateQueries({ queryKey: drillsQuery(accountId).queryKey })
      await client.invalidateQueries({ queryKey: drillQuery(id).queryKey })
    })
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text role="status">{started === null ? 'Starting…' : 'Running'}</Text>
        <Button size="compact-sm" color="red" variant="light" loading={isBusy} onClick={() => void stop()}>
          Stop at once
        </Button>
      </Group>
      <Progress value={share * 100} aria-label="Share of the practice that is over" />
      {error === null ? null : (
        <Text size="sm" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

function Figures({ result }: { readonly result: DrillResult }): ReactElement {
  const { unprotected, noticed, closed, profit, planned, currency } = result
  const seconds = (value: number | null): string => (value === null ? NOTHING : `${formatNumber(value, 1)} s`)
  const money = (value: number | null): string => (value === null ? NOTHING : formatSignedMoney(value, currency))
  return (
    <StatList>
      <Stat label="Without protection" value={seconds(unprotected)} />
      <Stat label="Until noticed" value={seconds(noticed)} reason="Nobody has noticed anything" />
      <Stat label="Until closed" value={seconds(closed)} reason="Nothing was closed after it went wrong" />
      <Stat
        label="Profit or loss"
        value={money(profit)}
        tone={profit === null ? '' : signClass(profit)}
        reason="Its position is open, or there was none"
      />
      <Stat label="Planned at the stop" value={money(planned)} reason="No stop was to close it" />
    </StatList>
  )
}

function Events({ events }: Pick<DrillResult, 'events'>): ReactElement {
  return (
    <ol className={classes['events']} aria-label="What happened">
      {events.map(({ time, level, message }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- events keep their order
        <li key={at} data-level={level}>
          <time dateTime={new Date(time).toISOString()}>{formatSecond(time)}</time>
          <span>{message}</span>
        </li>
      ))}
    </ol>
  )
}
