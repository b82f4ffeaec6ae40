import { Group, Switch } from '@mantine/core'
import type { Venue, VenueMarket } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import badges from '../../ui/badges.module.css'
import { SimulatedBadge } from '../../ui/badges.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatAge, formatCount, formatPlain, NOTHING } from '../../ui/format.ts'
import { Panel, PanelNote } from '../../ui/panel.tsx'
import { Stat, StatList } from '../../ui/stat.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { ClockTime } from '../../entities/settings/clock-time.tsx'
import { venuesQuery } from './admin-queries.ts'
import { VenueLogin } from './venue-login.tsx'
import { budgetText, marketQuestion, problemText, skewText, STATES, switchQuestion } from './venue-words.ts'

interface VenuePanelProps {
  readonly venue: Venue
  /** When this was read, by the clock of the browser. */
  readonly readAt: number
  /** It could not be read again since. */
  readonly isOld: boolean
}

/** One venue: whether it is on, how it is reached, and what needs it. */
export function VenuePanel({ venue, readAt, isOld }: VenuePanelProps): ReactElement {
  const { name, needsSwitch, isOn, state, problem, skew } = venue
  const { word, tone } = STATES[state]
  return (
    <Panel
      title={name}
      detail={
        <span className={badges['status']} data-tone={tone} role="status">
          <span className={badges['dot']} aria-hidden />
          {word}
        </span>
      }
      actions={needsSwitch ? <VenueSwitch venue={venue} /> : <SimulatedBadge />}
      isStale={isOld}
      flush
    >
      {needsSwitch && isOn && venue.markets.length > 1 ? <VenueMarkets venue={venue} /> : null}
      {venue.login !== null && isOn ? <VenueLogin venue={venue} login={venue.login} /> : null}
      {problem === null ? null : (
        <PanelNote tone="warn" role="alert">
          {problemText(problem, name)}
        </PanelNote>
      )}
      {skew === null || skew.level === 'fine' ? null : (
        <PanelNote tone="warn" role="alert">
          {skewText(skew, name)}
        </PanelNote>
      )}
      {isOn ? <VenueFigures venue={venue} readAt={readAt} /> : <PanelNote>{`Nothing is sent to ${name}.`}</PanelNote>}
      <Changed venue={venue} />
    </Panel>
  )
}

function VenueFigures({ venue, readAt }: Pick<VenuePanelProps, 'venue' | 'readAt'>): ReactElement {
  const { listed, open, live, stale, messageAge, budget, skew, sessions, connections, positions } = venue
  const silent = stale > 0 ? `${formatPlain(stale)} silent` : undefined
  return (
    <StatList>
      <Stat label="Instruments listed" value={formatPlain(listed)} />
      <Stat
        label="Live streams"
        value={open === 0 ? '0' : `${formatPlain(live)} of ${formatPlain(open)}`}
        detail={silent}
      />
      <Stat
        label="Last message"
        value={messageAge === null ? NOTHING : formatAge(readAt - messageAge, readAt)}
        reason="No stream is open: streams start when a user needs prices"
      />
      {budget === null ? null : <Stat label="Requests this minute" {...budgetText(budget)} />}
      {venue.needsSwitch ? (
        <Stat
          label="Clock of this server"
          value={skew === null ? NOTHING : `${skew.ms > 0 ? '+' : ''}${formatPlain(skew.ms)} ms`}
          reason="Compared with the venue while a stream is open"
        />
      ) : null}
      <Stat
        label="Running sessions"
        value={formatPlain(sessions)}
        detail={positions > 0 ? formatCount(positions, 'open position') : undefined}
      />
      {venue.needsSwitch ? <Stat label="Connections with keys" value={formatPlain(connections)} /> : null}
    </StatList>
  )
}

function Changed({ venue: { changed, changedBy, isOn, needsSwitch } }: Pick<VenuePanelProps, 'venue'>) {
  if (!needsSwitch || changed === null) return null
  return (
    <PanelNote>
      Switched {isOn ? 'on' : 'off'} {changedBy === null ? '' : `by ${changedBy} `}at{' '}
      <ClockTime time={new Date(changed).toISOString()} />
    </PanelNote>
  )
}

function VenueSwitch({ venue }: Pick<VenuePanelProps, 'venue'>): ReactElement {
  const { name, isOn } = venue
  const turn = useSwitch(venue, name)
  const ask = async (): Promise<void> => {
    if (await askToConfirm(switchQuestion(venue))) turn.mutate({ isOn: !isOn })
  }
  return (
    <Switch
      size="sm"
      labelPosition="left"
      label={isOn ? 'On' : 'Off'}
      aria-label={name}
      checked={isOn}
      disabled={turn.isPending}
      onChange={() => void ask()}
    />
  )
}

/** A switch of each market. */
function VenueMarkets({ venue }: Pick<VenuePanelProps, 'venue'>): ReactElement {
  return (
    <Group role="group" aria-label={`Markets of ${venue.name}`} px={12} pt="md" gap="lg">
      {venue.markets.map((market) => (
        <MarketSwitch key={market.id} venue={venue} market={market} />
      ))}
    </Group>
  )
}

function MarketSwitch({ venue, market }: Pick<VenuePanelProps, 'venue'> & { readonly market: VenueMarket }) {
  const turn = useSwitch(venue, `${venue.name} ${market.name}`)
  const ask = async (): Promise<void> => {
    if (await askToConfirm(marketQuestion(venue, market))) turn.mutate({ isOn: !market.isOn, market: market.id })
  }
  return (
    <Switch size="sm" label={market.name} checked={market.isOn} disabled={turn.isPending} onChange={() => void ask()} />
  )
}

/** `name`: of what is switched. */
function useSwitch({ id }: Venue, name: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly isOn: boolean; readonly market?: string }) =>
      call('switchVenue', { params: { id }, body }),
    onSuccess: (changed, { isOn }) => {
      toastSuccess(`${name} is ${isOn ? 'on' : 'off'}`, id)
      client.setQueryData(venuesQuery.queryKey, (all) => all?.map((one) => (one.id === id ? changed : one)))
    },
    onError: (error) => toastError(errorText(error), id),
    onSettled: () => client.invalidateQueries({ queryKey: venuesQuery.queryKey }),
  })
}
