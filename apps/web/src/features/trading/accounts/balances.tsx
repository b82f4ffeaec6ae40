import { Button } from '@mantine/core'
import type { Conversion, TradingAccount, Wallet } from '@tradeloom/contracts'
import { moneyDecimals } from '@tradeloom/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatMoney } from '../../../entities/instruments/format-money.ts'
import { formatNumber, formatPercent, formatPlain, formatSigned, NOTHING, signClass } from '../../../ui/format.ts'
import { Hint } from '../../../ui/hint.tsx'
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
  const hasShared = data?.some(({ share }) => share !== null) ?? false
  const columns = useMemo(() => {
    const reset = async (account: TradingAccount): Promise<void> => {
      if (await resetAfterQuestion(account)) await client.invalidateQueries()
    }
    return balanceColumns(hasShared, (account) => void reset(account))
  }, [client, hasShared])
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
          rows={data.flatMap(rowsOf)}
          rowKey={({ account, wallet }) => `${account.id} ${wallet?.currency ?? ''}`}
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
    text: `The balance becomes ${formatMoney(initialBalance, currency)} again. Orders and closed positions stay in the journal.`,
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

/** An account, or one of its currencies below it. */
interface BalanceRow {
  readonly account: TradingAccount
  readonly wallet: Wallet | null
}

function rowsOf(account: TradingAccount): readonly BalanceRow[] {
  return [{ account, wallet: null }, ...account.wallets.map((wallet) => ({ account, wallet }))]
}

const CONNECTED = { true: 'Connected', false: 'Not connected', null: 'Connecting' } as const

/** What a figure of a wallet is in the currency of its account. */
function inBase(amount: number, { conversion }: Wallet): ReactElement | string {
  if (conversion === null) return <span className="muted">Conversion instruments not found</span>
  return conversion.rate === null ? <span className="muted">No price</span> : formatNumber(amount * conversion.rate)
}

/** The market by whose price an amount was converted, with its price and the age of that. */
function rateText({ instrumentId, rate, age }: Conversion): string {
  if (instrumentId === null) return 'At par'
  const symbol = instrumentId.split(':')[0] ?? ''
  return rate === null ? `${symbol}: No price` : `${symbol}, ${ageText(age ?? 0)} ago`
}

function ageText(ms: number): string {
  return ms < 60_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`
}

function UsdValue({ account: { usdValue, usdConversion } }: Pick<BalanceRow, 'account'>): ReactElement {
  if (usdConversion === null) return <span className="muted">Conversion instruments not found</span>
  if (usdValue === null) return <span className="muted">No price</span>
  if (usdConversion.instrumentId === null) return <>{formatNumber(usdValue)}</>
  return (
    <Hint label={`By the middle of bid and ask of ${rateText(usdConversion)}`}>
      <span>{formatNumber(usdValue)}</span>
    </Hint>
  )
}

function balanceColumns(hasShared: boolean, onReset: (account: TradingAccount) => void): Column<BalanceRow>[] {
  /** Of a wallet, `ofWallet` is converted into the currency of its account; without it the cell is empty. */
  const money = (
    id: string,
    header: string,
    of: (account: TradingAccount) => number | null,
    ofWallet?: (wallet: Wallet) => number,
  ): Column<BalanceRow> => ({
    id,
    header,
    width: 100,
    isNumber: true,
    // Wallets stay below their account.
    value: ({ account }) => of(account),
    cell: ({ account, wallet }) => {
      if (wallet === null) return formatNumber(of(account), moneyDecimals(account.currency))
      return ofWallet === undefined ? null : inBase(ofWallet(wallet), wallet)
    },
  })
  const ofAccount = (column: Omit<Column<TradingAccount>, 'field'>): Column<BalanceRow> => {
    const { value, cell, ...others } = column
    const valued = value === undefined ? {} : { value: ({ account }: BalanceRow) => value(account) }
    return { ...others, ...valued, cell: ({ account, wallet }) => (wallet === null ? cell(account) : null) }
  }
  return [
    {
      id: 'broker',
      header: 'Account',
      width: hasShared ? 260 : 170,
      pin: 'left',
      card: 'title',
      value: ({ account }) => account.broker,
      cell: ({ account, wallet }) =>
        wallet === null ? (
          <>
            {accountName(account)} <span className="muted">{account.currency}</span>
          </>
        ) : (
          <>
            <span className="muted">{wallet.currency}</span> {formatPlain(wallet.total)}
          </>
        ),
    },
    ofAccount({ id: 'connected', header: 'Status', width: 88, cell: (row) => CONNECTED[`${row.connected}`] }),
    {
      id: 'guard',
      header: 'Guard',
      width: 136,
      cell: ({ account, wallet }) =>
        wallet === null ? (
          <AccountGuardButton account={account} />
        ) : wallet.conversion === null ? null : (
          <span className="muted">{rateText(wallet.conversion)}</span>
        ),
    },
    ofAccount({
      id: 'unprotected',
      header: 'No stop today',
      hint: 'For how long positions were without their stop today (UTC), added up over them',
      width: 92,
      isNumber: true,
      value: (row) => row.unprotectedToday,
      cell: (row) => (
        <span className={row.unprotectedToday > 0 ? 'warn' : 'muted'}>{unprotectedText(row.unprotectedToday)}</span>
      ),
    }),
    money(
      'balance',
      'Balance',
      (row) => row.balance,
      (wallet) => wallet.total,
    ),
    { ...money('equity', 'Equity', (row) => row.equity), card: 'lead' },
    ofAccount({
      id: 'profit',
      header: 'Profit',
      width: 90,
      isNumber: true,
      value: (row) => row.unrealisedProfit,
      cell: (row) => (
        <span className={signClass(row.unrealisedProfit)}>
          {formatSigned(row.unrealisedProfit, moneyDecimals(row.currency))}
        </span>
      ),
    }),
    money('used', 'Used margin', (row) => row.used),
    money(
      'available',
      'Available',
      (row) => row.available,
      (wallet) => wallet.available,
    ),
    ofAccount({
      id: 'leverage',
      header: 'Leverage',
      width: 70,
      isNumber: true,
      cell: (row) => row.leverage ?? NOTHING,
    }),
    ofAccount({
      id: 'closeout',
      header: 'Closeout',
      width: 72,
      isNumber: true,
      value: (row) => row.closeoutPercent,
      cell: (row) => formatPercent(row.closeoutPercent),
    }),
    ofAccount({
      id: 'usdValue',
      header: 'USD value',
      width: 100,
      isNumber: true,
      value: (row) => row.usdValue,
      cell: (row) => <UsdValue account={row} />,
    }),
    ofAccount({
      id: 'action',
      header: '',
      label: 'Reset',
      width: 70,
      pin: 'right',
      card: 'action',
      cell: (row) =>
        row.type === 'paper' && row.share === null ? (
          <Button variant="default" size="compact-xs" onClick={() => onReset(row)}>
            Reset
          </Button>
        ) : null,
    }),
  ]
}
