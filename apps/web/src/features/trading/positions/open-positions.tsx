import { Button } from '@mantine/core'
import type { TradingAccount, TradingPosition } from '@tradeloom/contracts'
import { isExchange } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useCallback, useMemo } from 'react'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { PanelProps } from '../../../entities/panels/define-panel.ts'
import { useAccountEvents } from '../../../entities/accounts/account-events.ts'
import { useAccounts, viewingOnly } from '../../../entities/accounts/accounts.ts'
import { askToCloseAll } from './ask-to-close-all.tsx'
import { askToClose } from './ask-to-close.tsx'
import { ConnectionNote } from '../../../entities/accounts/connection-note.tsx'
import { openPositionColumns, type PositionLayout } from '../../../entities/positions/position-columns.tsx'
import classes from './open-positions.module.css'
import { PositionMenu } from './position-menu.tsx'
import { profitsText } from './profits-text.ts'
import { openPositionsQuery } from '../../../entities/accounts/trading-queries.ts'
import { useInstruments } from '../../../entities/instruments/use-instruments.ts'

interface OpenPositionsProps extends Pick<PanelProps<object>, 'title'> {
  /** Only what belongs to this instrument. */
  readonly instrumentId?: string
}

/** What the user holds, with its profit as prices move. */
export function OpenPositions({ title, instrumentId }: OpenPositionsProps): ReactElement {
  useAccountEvents()
  const { data: all, error, refetch } = useQuery(openPositionsQuery)
  const data = useMemo(
    () => (instrumentId === undefined ? all : all?.filter((position) => position.instrumentId === instrumentId)),
    [all, instrumentId],
  )
  const accounts = useAccounts()
  const instruments = useInstruments()
  const close = useCallback(
    (position: TradingPosition): void => {
      const account = accounts?.find(({ id }) => id === position.accountId)
      void askToClose(position, { instrument: instruments.get(position.instrumentId), account })
    },
    [instruments, accounts],
  )
  const tables = useMemo(() => {
    const menu = (position: TradingPosition): ReactElement => (
      <PositionMenu
        position={position}
        instrument={instruments.get(position.instrumentId)}
        account={accounts?.find(({ id }) => id === position.accountId)}
      />
    )
    return LAYOUTS.map(({ layout, title: name }) => {
      return { layout, name, columns: openPositionColumns({ instruments, accounts }, layout, close, menu) }
    })
  }, [instruments, accounts, close])
  const detail = data === undefined || data.length === 0 || !accounts ? undefined : summary(data, accounts)
  return (
    <Panel
      title={title}
      flush
      actions={
        <>
          <ConnectionNote />
          {data === undefined || data.length === 0 || !accounts || instrumentId !== undefined ? null : (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => void askToCloseAll(accounts.filter((one) => viewingOnly(one) === null))}
            >
              Close all
            </Button>
          )}
        </>
      }
      detail={detail}
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingRows rows={4} />
      ) : data.length === 0 ? (
        <EmptyState title="No open positions" />
      ) : (
        <PositionTables title={title} tables={tables} positions={data} onClose={close} />
      )}
    </Panel>
  )
}

const LAYOUTS = [
  { layout: 'dynamic', title: 'At brokers' },
  { layout: 'exchange', title: 'At exchanges' },
] as const

interface PositionTablesProps {
  readonly title: string
  readonly tables: readonly {
    readonly layout: PositionLayout
    readonly name: string
    readonly columns: Column<TradingPosition>[]
  }[]
  readonly positions: readonly TradingPosition[]
  readonly onClose: (position: TradingPosition) => void
}

/** One table for each layout of which there are positions. */
function PositionTables({ title, tables, positions, onClose }: PositionTablesProps): ReactElement {
  const filled = tables
    .map((table) => ({ ...table, rows: positions.filter((position) => layoutOf(position) === table.layout) }))
    .filter(({ rows }) => rows.length > 0)
  const shared = { rowKey: ({ id }: TradingPosition) => id, hasCards: true, onDelete: onClose }
  const [only, ...others] = filled
  if (only !== undefined && others.length === 0)
    return <DataTable {...shared} label={title} columns={only.columns} rows={only.rows} maxHeight="100%" />
  return (
    <div className={classes['tables']}>
      {filled.map(({ layout, name, columns, rows }) => (
        <section key={layout} aria-label={name}>
          <h3>{name}</h3>
          <DataTable {...shared} label={`${title}: ${name}`} columns={columns} rows={rows} />
        </section>
      ))}
    </div>
  )
}

/** Of paper accounts, as the venue of their prices has it. */
function layoutOf({ instrumentId }: TradingPosition): PositionLayout {
  return isExchange(instrumentId.split(':')[1] ?? '') ? 'exchange' : 'dynamic'
}

function summary(positions: readonly TradingPosition[], accounts: readonly TradingAccount[]): string {
  const profits = new Map<string, number>()
  for (const { accountId, profit } of positions) {
    const { currency = '' } = accounts.find(({ id }) => id === accountId) ?? {}
    profits.set(currency, (profits.get(currency) ?? 0) + profit)
  }
  return profitsText(
    positions.length,
    [...profits].map(([currency, profit]) => ({ currency, profit })),
  )
}
