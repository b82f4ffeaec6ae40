import { ActionIcon, Button, Group, Select, Tooltip } from '@mantine/core'
import type { MarketCalendar } from '@tradeloom/contracts'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useMemo, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { calendarsQuery } from '../../../entities/instruments/market-data-queries.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { requireLogin } from '../../../entities/user/login.ts'
import { PrivateBadge } from '../../../ui/badges.tsx'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { formatCount, formatPlain, NOTHING } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { type CalendarClock, type CalendarDay, calendarDays } from './calendar-days.ts'
import { CalendarDialog } from './calendar-dialog.tsx'
import { calendarsChanged } from './calendars-changed.ts'
import classes from '../market-data.module.css'

const COLUMNS: Column<CalendarDay>[] = [
  {
    id: 'day',
    header: 'Day',
    width: 128,
    value: (row) => row.day,
    cell: (row) => (
      <span className="num">
        {row.weekday.slice(0, 3)} {row.day}
      </span>
    ),
  },
  {
    id: 'hours',
    header: 'Hours',
    width: 92,
    value: (row) => row.hours,
    cell: (row) => <span title={row.hours}>{row.hours}</span>,
  },
  {
    id: 'name',
    header: 'Name',
    width: 104,
    value: (row) => row.name,
    cell: (row) => <span title={row.name}>{row.name || NOTHING}</span>,
  },
]

const TITLES: Readonly<Record<string, string>> = { forex: 'Forex week', always: 'Around the clock' }

/** Forex hours follow New York time; markets open around the clock use UTC days. */
const clockOf = ({ name }: MarketCalendar): CalendarClock => (name === 'always' ? 'UTC' : 'New York')

function useRemove(name: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('removeCalendar', { params: { name } }),
    onSuccess: () => {
      toastSuccess(`Calendar ${name} deleted`)
      calendarsChanged(client)
    },
    onError: (error) => toastError(errorText(error)),
  })
}

function CalendarItem({ calendar }: { readonly calendar: MarketCalendar }): ReactElement {
  const { name, sources, isPrivate } = calendar
  const isAdmin = useUser()?.isAdmin ?? false
  const clock = clockOf(calendar)
  const days = useMemo(() => calendarDays(calendar.closures, clock), [calendar, clock])
  const years = [...new Set(days.map(({ day }) => day.slice(0, 4)))].toReversed()
  const [chosen, setChosen] = useState<string | null>(null)
  const year = years.find((one) => one === chosen) ?? nearestYear(years)
  const shown = days.filter(({ day }) => day.startsWith(year))
  const remove = useRemove(name)
  const ask = async (): Promise<void> => {
    const text = `Delete ${formatCount(days.length, 'day')} of ${TITLES[name] ?? name}? Runs and data quality will treat them as open.`
    const question = { title: 'Delete calendar', text, confirm: 'Delete', isDestructive: true }
    if (await askToConfirm(question)) remove.mutate()
  }
  return (
    <li className={classes['item']}>
      <Group gap={8} miw={0}>
        <h3>{TITLES[name] ?? name}</h3>
        {isPrivate ? <PrivateBadge /> : null}
        <span className="muted num">
          {formatPlain(days.length)} {days.length === 1 ? 'day' : 'days'}
        </span>
        <Group gap={6} wrap="nowrap" ml="auto" component="span">
          {years.length < 2 ? null : (
            <Select
              size="xs"
              w={84}
              aria-label={`Year of ${name}`}
              allowDeselect={false}
              data={years}
              value={year}
              onChange={setChosen}
            />
          )}
          {isAdmin || isPrivate ? (
            <Tooltip label="Delete calendar">
              <ActionIcon aria-label={`Delete calendar ${name}`} loading={remove.isPending} onClick={() => void ask()}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ) : null}
        </Group>
      </Group>
      {shown.length === 0 ? (
        <span className="muted">No closed days</span>
      ) : (
        <>
          <DataTable
            label={`Days of ${name} in ${year}`}
            columns={COLUMNS}
            rows={shown}
            rowKey={(row) => row.day}
            maxHeight={300}
          />
          <span className="muted" style={{ fontSize: 12 }}>
            Times of {clock} · from {sources.join(', ')}
          </span>
        </>
      )}
    </li>
  )
}

/** This year, else the latest before it, else the earliest: calendars may reach decades ahead. Newest first. */
function nearestYear(years: readonly string[]): string {
  const now = new Date().toISOString().slice(0, 4)
  return years.find((year) => year <= now) ?? years.at(-1) ?? ''
}

/** Holidays and early closes of markets, with their sources. */
export function CalendarsPanel(): ReactElement {
  const calendars = useQuery(calendarsQuery)
  const [isOpen, setOpen] = useState(false)
  const start = async (): Promise<void> => {
    if (await requireLogin('Please log in to import a calendar')) setOpen(true)
  }
  return (
    <Panel
      title="Holidays"
      detail="Closed and shortened days"
      flush
      actions={
        <Button variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={() => void start()}>
          Import holidays
        </Button>
      }
    >
      {calendars.isPending ? <LoadingRows rows={4} /> : null}
      {calendars.isError && calendars.data === undefined ? (
        <ErrorState error={calendars.error} onRetry={() => void calendars.refetch()} />
      ) : null}
      {calendars.data?.length === 0 ? (
        <EmptyState title="No holidays yet" text="No holiday calendar imported: holidays count as gaps." />
      ) : null}
      {calendars.data !== undefined && calendars.data.length > 0 ? (
        <ul>
          {calendars.data.map((calendar) => (
            <CalendarItem key={calendar.name} calendar={calendar} />
          ))}
        </ul>
      ) : null}
      <CalendarDialog isOpen={isOpen} known={calendars.data ?? NONE} onClose={() => setOpen(false)} />
    </Panel>
  )
}

const NONE: readonly MarketCalendar[] = []
