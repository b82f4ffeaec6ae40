import { Button } from '@mantine/core'
import type { StorageState, StoredKind, StoredTicks, UserStorage } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatBytes, formatCount, formatDay, NOTHING } from '../../ui/format.ts'
import { Panel, PanelNote } from '../../ui/panel.tsx'
import { Stat, StatList } from '../../ui/stat.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-column.ts'
import { toastError } from '../../ui/toast.ts'
import { AdminPage } from './admin-page.tsx'
import { storageQuery } from './admin-queries.ts'
import { QuotaDialog } from './quota-dialog.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import classes from './storage-page.module.css'

/** What is stored, how fast it grows, and how long it is kept. */
export function StoragePage(): ReactElement {
  return <AdminPage title="Storage">{() => <Storage />}</AdminPage>
}

function Storage(): ReactElement {
  const { data, error, refetch } = useQuery(storageQuery)
  const [changed, setChanged] = useState<StoredKind | null>(null)
  const [limited, setLimited] = useState<UserStorage | null>(null)
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />
  const { kinds, ticks, users } = data
  return (
    <>
      <Disk state={data} />
      <Panel title="What is stored" detail={sinceText(data)} flush>
        <ul className={classes['kinds']} aria-label="What is stored">
          {kinds.map((kind) => (
            <Kind key={kind.kind} kind={kind} onChange={() => setChanged(kind)} />
          ))}
        </ul>
      </Panel>
      <Panel title="Ticks received live" detail={formatCount(ticks.length, 'instrument')} flush>
        {ticks.length === 0 ? (
          <PanelNote>No prices of venues have been received yet.</PanelNote>
        ) : (
          <DataTable
            label="Ticks received live"
            columns={TICK_COLUMNS}
            rows={ticks}
            rowKey={({ instrumentId }) => instrumentId}
            rowHeight={36}
            maxHeight="50vh"
            hasCards
          />
        )}
      </Panel>
      <Panel title="Users" detail="Those who store most" flush>
        {users.length === 0 ? (
          <PanelNote>No user has private market data or results yet.</PanelNote>
        ) : (
          <DataTable
            label="Users"
            columns={userColumns(setLimited)}
            rows={users}
            rowKey={({ id }) => id}
            rowHeight={36}
            maxHeight="50vh"
            hasCards
          />
        )}
      </Panel>
      {limited === null ? null : <QuotaDialog user={limited} onClose={() => setLimited(null)} />}
      {changed?.setting ? (
        <RetentionDialog name={changed.name} setting={changed.setting} onClose={() => setChanged(null)} />
      ) : null}
    </>
  )
}

const sinceText = ({ since }: StorageState): string =>
  since === null ? 'Growth is measured from tomorrow on' : `Growth measured since ${formatDay(since)}`

function Disk({ state: { freeBytes, reserveBytes, kinds } }: { readonly state: StorageState }): ReactElement {
  const growth = kinds.reduce((sum, one) => sum + Math.max(0, one.growth ?? 0), 0)
  const isMeasured = kinds.some((one) => one.growth !== null)
  const room = freeBytes - reserveBytes
  return (
    <Panel title="Disk" flush>
      <StatList>
        <Stat label="Free" value={formatBytes(freeBytes)} detail={`${formatBytes(reserveBytes)} must stay free`} />
        <Stat label="Stored" value={formatBytes(kinds.reduce((sum, { bytes }) => sum + bytes, 0))} />
        <Stat
          label="Growth a day"
          value={isMeasured ? formatBytes(growth) : NOTHING}
          reason="It is measured from the second day on"
        />
        <Stat
          label="Enough for"
          value={growth > 0 && room > 0 ? formatCount(Math.floor(room / growth), 'day') : NOTHING}
          reason={room > 0 ? 'It does not grow, or that is not measured yet' : 'The disk is full'}
        />
      </StatList>
    </Panel>
  )
}

interface KindProps {
  readonly kind: StoredKind
  readonly onChange: () => void
}

function Kind({ kind: { name, rule, bytes, growth, setting }, onChange }: KindProps): ReactElement {
  return (
    <li className={classes['kind']}>
      <div className={classes['words']}>
        <strong>{name}</strong>
        <p className={classes['rule']}>{rule}</p>
      </div>
      <span className={`${classes['figure']} num`}>{formatBytes(bytes)}</span>
      <span className={`${classes['figure']} num muted`}>{growth === null ? '' : growthText(growth)}</span>
      <span className={classes['action']}>
        {setting === null ? null : (
          <Button size="xs" variant="default" onClick={onChange} aria-label={`Change how long to keep: ${name}`}>
            Change
          </Button>
        )}
      </span>
    </li>
  )
}

function growthText(growth: number): string {
  const sign = growth > 0 ? '+' : growth < 0 ? '−' : ''
  return `${sign}${formatBytes(Math.abs(growth))} a day`
}

const TICK_COLUMNS: Column<StoredTicks>[] = [
  {
    id: 'instrument',
    header: 'Instrument',
    width: 200,
    card: 'title',
    value: ({ instrumentId }) => instrumentId,
    cell: ({ instrumentId }) => instrumentId,
  },
  {
    id: 'size',
    header: 'Size',
    width: 100,
    isNumber: true,
    value: ({ bytes }) => bytes,
    cell: ({ bytes }) => formatBytes(bytes),
  },
  {
    id: 'since',
    header: 'Since',
    width: 120,
    value: ({ since }) => since,
    cell: ({ since }) => (since === null ? NOTHING : formatDay(since)),
  },
  {
    id: 'files',
    header: 'As',
    width: 170,
    cell: ({ days, months }) =>
      [months > 0 ? formatCount(months, 'month') : '', days > 0 ? formatCount(days, 'day') : '']
        .filter((text) => text !== '')
        .join(', '),
  },
  { id: 'kept', header: 'Kept for', width: 260, cell: (one) => keptFor(one) },
  { id: 'pin', header: '', label: 'Actions', width: 110, card: 'action', cell: (one) => <Pin ticks={one} /> },
]

function keptFor({ sessions, runs, isPinned }: StoredTicks): string {
  const reasons = [
    sessions > 0 ? formatCount(sessions, 'session') : '',
    runs > 0 ? formatCount(runs, 'run') : '',
    isPinned ? 'a pin' : '',
  ].filter((text) => text !== '')
  return reasons.length === 0 ? 'Nobody: old ones are deleted' : reasons.join(', ')
}

function Pin({ ticks: { instrumentId, isPinned } }: { readonly ticks: StoredTicks }): ReactElement {
  const client = useQueryClient()
  const pinning = useMutation({
    mutationFn: () => call('pinTicks', { body: { instrumentId, isPinned: !isPinned } }),
    onSuccess: (state) => client.setQueryData(storageQuery.queryKey, state),
    onError: (problem) => toastError(errorText(problem), 'storage'),
  })
  return (
    <Button
      size="xs"
      variant="default"
      aria-pressed={isPinned}
      aria-label={`${isPinned ? 'Unpin' : 'Pin'} the ticks of ${instrumentId}`}
      loading={pinning.isPending}
      onClick={() => pinning.mutate()}
    >
      {isPinned ? 'Unpin' : 'Pin'}
    </Button>
  )
}

const userColumns = (onLimit: (user: UserStorage) => void): Column<UserStorage>[] => [
  {
    id: 'user',
    header: 'User',
    width: 200,
    card: 'title',
    value: ({ username }) => username,
    cell: ({ username }) => username,
  },
  {
    id: 'market',
    header: 'Market data',
    width: 130,
    isNumber: true,
    value: ({ marketBytes }) => marketBytes,
    cell: ({ marketBytes }) => formatBytes(marketBytes),
  },
  {
    id: 'quota',
    header: 'Each at most',
    width: 130,
    isNumber: true,
    value: ({ quotaBytes }) => quotaBytes,
    cell: ({ quotaBytes, hasOwnQuota }) =>
      quotaBytes === null ? 'No limit' : `${formatBytes(quotaBytes)}${hasOwnQuota ? ' (set)' : ''}`,
  },
  {
    id: 'results',
    header: 'Results',
    width: 130,
    isNumber: true,
    value: ({ resultBytes }) => resultBytes,
    cell: ({ resultBytes }) => formatBytes(resultBytes),
  },
  {
    id: 'limit',
    header: '',
    label: 'Actions',
    width: 110,
    card: 'action',
    cell: (user) =>
      user.quotaBytes === null ? null : (
        <Button
          size="xs"
          variant="default"
          onClick={() => onLimit(user)}
          aria-label={`Set the quota of ${user.username}`}
        >
          Quota
        </Button>
      ),
  },
]
