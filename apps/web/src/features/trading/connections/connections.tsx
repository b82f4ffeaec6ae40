import type { ExchangeConnection, TradingAccount } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useSocketState } from '../../../realtime/socket.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { NOTHING } from '../../../ui/format.ts'
import { type Light, LightDot } from '../../../ui/light-dot.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table-column.ts'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { exchangeKeysQuery } from '../../../entities/accounts/exchange-keys-queries.ts'
import { useAccountEvents } from '../../../entities/accounts/account-events.ts'
import { AccountType } from '../../../entities/accounts/account-type.tsx'
import { ConnectionNote } from '../../../entities/accounts/connection-note.tsx'
import { accountsQuery } from '../../../entities/accounts/trading-queries.ts'
import classes from '../../../entities/positions/trading-tables.module.css'

/** Connections of the user, each with its light; what a broker said goes below. */
export function Connections({ title }: Pick<PanelProps<object>, 'title'>): ReactElement {
  useAccountEvents()
  const isOpen = useSocketState() === 'open'
  const accounts = useQuery(accountsQuery)
  const { data: keys = [] } = useQuery(exchangeKeysQuery)
  const rows = accounts.data === undefined ? undefined : connectionsOf(accounts.data, keys, isOpen)
  return (
    <Panel title={title} flush actions={<ConnectionNote />}>
      {accounts.error !== null && rows === undefined ? (
        <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : rows === undefined ? (
        <LoadingRows rows={3} />
      ) : rows.length === 0 ? (
        <EmptyState title="No connections" />
      ) : (
        <DataTable
          label={title}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          maxHeight="100%"
          footer={rows.map(({ id, broker, connectionError }) =>
            connectionError === null ? null : (
              <p key={id} role="alert" className={classes['note']}>
                {`Could not connect to ${venueName(broker)} - ${connectionError}`}
              </p>
            ),
          )}
        />
      )}
    </Panel>
  )
}

interface ConnectionRow {
  readonly id: string
  readonly broker: string
  readonly type: TradingAccount['type']
  /** Numbers of its accounts; none for keys that have never opened one. */
  readonly accounts: readonly string[]
  readonly connectionError: string | null
  readonly light: Light
}

function connectionsOf(
  accounts: readonly TradingAccount[],
  keys: readonly ExchangeConnection[],
  isOpen: boolean,
): ConnectionRow[] {
  const known = new Map<string, ConnectionRow>()
  const lightOf = (connected: boolean | null): Light =>
    !isOpen ? 'off' : connected === null ? 'wait' : connected ? 'on' : 'half'
  for (const { id, broker, type, connectionError, connected } of keys) {
    known.set(id, { id, broker, type, accounts: [], connectionError, light: lightOf(connected) })
  }
  for (const { connectionId: id, broker, type, accountNo, connectionError, connected } of accounts) {
    const others = known.get(id)?.accounts ?? []
    const light = lightOf(connected)
    known.set(id, { id, broker, type, accounts: [...others, accountNo], connectionError, light })
  }
  return [...known.values()].toSorted((a, b) => a.broker.localeCompare(b.broker, 'en'))
}

/** Of a connection: the server may be reached, and the broker may not. */
const WORDS = {
  on: 'Connected',
  half: 'Broker not connected',
  off: 'Not connected',
  wait: 'Connecting',
} as const satisfies Record<Light, string>

const COLUMNS: readonly Column<ConnectionRow>[] = [
  {
    id: 'broker',
    header: 'Broker',
    width: 150,
    pin: 'left',
    value: ({ broker }) => broker,
    cell: ({ broker, type }) => (
      <>
        {venueName(broker)} <AccountType type={type} />
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 170,
    value: ({ light }) => WORDS[light],
    cell: ({ light }) => (
      <span className={classes['light']}>
        <LightDot light={light} />
        {WORDS[light]}
      </span>
    ),
  },
  {
    id: 'accounts',
    header: 'Accounts',
    width: 180,
    value: ({ accounts }) => accounts.join(', '),
    cell: ({ accounts }) => (accounts.length === 0 ? NOTHING : accounts.join(', ')),
  },
]
