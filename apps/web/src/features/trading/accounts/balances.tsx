import { Button } from '@mantine/core'
import type { TradingAccount } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatNumber, formatPercent, formatSigned, NOTHING, signClass } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { useAccountEvents } from '../../../entities/accounts/account-events.ts'
import { AccountGuardButton } from '../guard/account-guard.tsx'
import { accountName, levelText } from '../../../entities/accounts/account-levels.ts'
import { ConnectionNote } from '../../../entities/accounts/connection-note.tsx'
import { accountsQuery } from '../../../entities/accounts/trading-queries.ts'
import { unprotectedText } from '../../../entities/positions/protection-words.ts'
import classes from '../../../entities/positions/trading-tables.module.css'
import { useFailedConnections } from '../../../entities/accounts/use-failed-connections.ts'

/** The user's accounts and what they hold. */
export function Balances({ title }: Pick<PanelProps<object>, 'title'>): ReactElement {
  useAccountEvents()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(accountsQuery)
  const columns = useMemo(() => {
    const reset = async (account: TradingAccount): Promise<void> => {
      if (await resetAfterQuestion(account)) await client.invalidateQueries()
    }
    return balanceColumns((account) => void reset(account))
  }, [client])
  const failures = useFailedConnections(data ?? [])
  return (
    <Panel title={title} flush actions={<ConnectionNote />}>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingRows rows={3} />
      ) : data.length === 0 ? (
        <EmptyState title="No accounts" />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          rowHeight={34}
          maxHeight="100%"
          hasCards
          footer={[
            ...failures.map(({ id, broker, connectionError }) => (
              <p
                key={id}
                role="alert"
                className={classes['note']}
              >{`Could not connect to ${broker} - ${connectionError}`}</p>
            )),
            ...data
              .filter(({ level }) => level !== 'ACTIVE')
              .map((account) => (
                <p key={`level ${account.id}`} role="alert" className={classes['note']}>
                  {levelText(account)}
                </p>
              )),
          ]}
        />
      )}
    </Panel>
  )
}

async function resetAfterQuestion({ id, currency, initialBalance }: TradingAccount): Promise<boolean> {
  const isConfirmed = await askToConfirm({
    title: 'Reset paper account',
    text: `The balance becomes ${formatNumber(initialBalance)} ${currency} again. Orders and closed positions stay in the journal.`,
    confirm: 'Reset account',
    isDestructive: true,
  })
  if (!isConfirmed) return false
  try {
    await call('resetAccount', { params: { id } })
    toastSuccess('The paper account was reset')
    return true
  } catch (error) {
    toastError(errorText(error))
    return false
  }
}

const CONNECTED = { true: 'Connected', false: 'Not connected', null: 'Connecting' } as const

function balanceColumns(onReset: (account: TradingAccount) => void): Column<TradingAccount>[] {
  const money = (id: string, header: string, of: (row: TradingAccount) => number | null): Column<TradingAccount> => ({
    id,
    header,
    width: 100,
    isNumber: true,
    value: of,
    cell: (row) => formatNumber(of(row)),
  })
  return [
    {
      id: 'broker',
      header: 'Account',
      width: 170,
      pin: 'left',
      card: 'title',
      value: (row) => row.broker,
      cell: (row) => (
        <>
          {accountName(row)} <span className="muted">{row.currency}</span>
        </>
      ),
    },
    { id: 'connected', header: 'Status', width: 88, cell: (row) => CONNECTED[`${row.connected}`] },
    { id: 'guard', header: 'Guard', width: 136, cell: (row) => <AccountGuardButton account={row} /> },
    {
      id: 'unprotected',
      header: 'No stop today',
      hint: 'For how long positions were without their stop today (UTC), added up over them',
      width: 92,
      isNumber: true,
      value: (row) => row.unprotectedToday,
      cell: (row) => (
        <span className={row.unprotectedToday > 0 ? 'warn' : 'muted'}>{unprotectedText(row.unprotectedToday)}</span>
      ),
    },
    money('balance', 'Balance', (row) => row.balance),
    { ...money('equity', 'Equity', (row) => row.equity), card: 'lead' },
    {
      id: 'profit',
      header: 'Profit',
      width: 90,
      isNumber: true,
      value: (row) => row.unrealisedProfit,
      cell: (row) => <span className={signClass(row.unrealisedProfit)}>{formatSigned(row.unrealisedProfit)}</span>,
    },
    money('used', 'Used margin', (row) => row.used),
    money('available', 'Available', (row) => row.available),
    { id: 'leverage', header: 'Leverage', width: 70, isNumber: true, cell: (row) => row.leverage ?? NOTHING },
    {
      id: 'closeout',
      header: 'Closeout',
      width: 72,
      isNumber: true,
      value: (row) => row.closeoutPercent,
      cell: (row) => formatPercent(row.closeoutPercent),
    },
    money('usdValue', 'USD value', (row) => row.usdValue),
    {
      id: 'action',
      header: '',
      label: 'Reset',
      width: 70,
      pin: 'right',
      card: 'action',
      cell: (row) =>
        row.type === 'paper' ? (
          <Button variant="default" size="compact-xs" onClick={() => onReset(row)}>
            Reset
          </Button>
        ) : null,
    },
  ]
}
