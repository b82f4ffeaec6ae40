import { ActionIcon, Button } from '@mantine/core'
import type { Alert } from '@tradeloom/contracts'
import { IconHistory, IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconX } from '@tabler/icons-react'
import type { MouseEvent, ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatSecond, NOTHING } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-column.ts'
import { toastError } from '../../ui/toast.ts'
import { ConnectionNote } from '../../entities/accounts/connection-note.tsx'
import { askForAlert } from '../../entities/alerts/ask-for-alert.tsx'
import { alertsQuery, useAlerts } from '../../entities/alerts/use-alerts.ts'
import { showFirings } from './show-firings.tsx'

interface AlertListProps {
  readonly title: string
  /** Of the table. */
  readonly maxHeight?: number | string
}

/** What the user wants to hear of prices: those that are watched first. */
export function AlertList({ title, maxHeight = '100%' }: AlertListProps): ReactElement {
  const { data, error, refetch } = useAlerts()
  const rows = data?.toSorted((a, b) => Number(b.status === 'ACTIVE') - Number(a.status === 'ACTIVE'))
  return (
    <Panel
      title={title}
      flush
      detail={rows === undefined || rows.length === 0 ? undefined : rows.length}
      actions={
        <>
          <ConnectionNote />
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => void askForAlert()}
          >
            New alert
          </Button>
        </>
      }
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : rows === undefined ? (
        <LoadingRows rows={3} />
      ) : rows.length === 0 ? (
        <EmptyState title="No alerts" text="Create one here, or on a chart with a right click." />
      ) : (
        <DataTable
          label={title}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          maxHeight={maxHeight}
          hasCards
          onDelete={(alert) => void remove(alert)}
        />
      )}
    </Panel>
  )
}

async function change(alert: Alert, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    await queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey })
  } catch (error) {
    toastError(errorText(error), `alert-${alert.id}`)
  }
}

const remove = (alert: Alert): Promise<void> => change(alert, () => call('deleteAlert', { params: { id: alert.id } }))

const pause = (alert: Alert): Promise<void> =>
  change(alert, () => call('changeAlert', { params: { id: alert.id }, body: { isPaused: alert.status === 'ACTIVE' } }))

interface ActionProps {
  readonly label: string
  readonly title: string
  readonly icon: typeof IconX
  readonly onClick: () => void
}

function Action({ label, title, icon: Icon, onClick }: ActionProps): ReactElement {
  const press = (event: MouseEvent): void => {
    event.stopPropagation()
    onClick()
  }
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} title={title} onClick={press}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}

function Actions({ alert }: { readonly alert: Alert }): ReactElement {
  const name = `alert ${alert.symbol} ${alert.text}`
  const isActive = alert.status === 'ACTIVE'
  return (
    <>
      <Action
        label={`${isActive ? 'Pause' : 'Watch'} ${name}`}
        title={isActive ? 'Pause' : 'Watch again'}
        icon={isActive ? IconPlayerPause : IconPlayerPlay}
        onClick={() => void pause(alert)}
      />
      <Action label={`History of ${name}`} title="History" icon={IconHistory} onClick={() => void showFirings(alert)} />
      <Action label={`Change ${name}`} title="Change" icon={IconPencil} onClick={() => void askForAlert({ alert })} />
      <Action label={`Delete ${name}`} title="Delete (Del)" icon={IconX} onClick={() => void remove(alert)} />
    </>
  )
}

const STATUSES = { ACTIVE: 'Watching', PAUSED: 'Paused', DONE: 'Fired' } as const

const COLUMNS: readonly Column<Alert>[] = [
  {
    id: 'symbol',
    header: 'Instrument',
    width: 100,
    pin: 'left',
    card: 'title',
    value: ({ symbol }) => symbol,
    cell: ({ symbol }) => symbol,
  },
  {
    id: 'text',
    header: 'Condition',
    width: 230,
    card: 'lead',
    value: ({ text }) => text,
    cell: ({ text, note }) => (
      <span title={note === '' ? text : `${text}: ${note}`}>
        {text} {note === '' ? null : <span className="muted">{note}</span>}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 110,
    value: ({ status }) => status,
    cell: ({ status, problem }) =>
      problem === null ? (
        STATUSES[status]
      ) : (
        <span className="loss" title={problem}>
          {STATUSES[status]}: {problem}
        </span>
      ),
  },
  {
    id: 'fired',
    header: 'Last fired',
    width: 140,
    value: ({ firedAt }) => firedAt,
    cell: ({ firedAt }) => (firedAt === null ? NOTHING : formatSecond(firedAt)),
  },
  {
    id: 'count',
    header: 'Times',
    width: 60,
    isNumber: true,
    value: ({ fireCount }) => fireCount,
    cell: ({ fireCount }) => fireCount,
  },
  {
    id: 'action',
    header: '',
    label: 'Actions',
    width: 112,
    pin: 'right',
    card: 'action',
    cell: (alert) => <Actions alert={alert} />,
  },
]
