import type { ArbitrageAttempt } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatNumber, formatPlain, formatSecond, formatSigned, NOTHING, signClass } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table-column.ts'
import { attemptsQuery } from './attempt-queries.ts'
import { showAttempt } from './attempt-state.ts'
import { outcomeText } from './attempt-texts.ts'

/** What was bought here and sold there, with what was expected and what has come of it. */
export function AttemptsList(): ReactElement {
  const isSignedIn = Boolean(useUser())
  const { data, error, refetch } = useQuery({ ...attemptsQuery, enabled: isSignedIn })
  return (
    <Panel title="Executed" detail={data === undefined || data.length === 0 ? undefined : data.length} flush>
      {!isSignedIn ? (
        <EmptyState title="Please log in to view" />
      ) : error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingRows rows={3} />
      ) : data.length === 0 ? (
        <EmptyState title="Nothing executed yet" text="“Trade both” above a pair opens a ticket with two orders." />
      ) : (
        <DataTable
          label="Executed"
          columns={COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          onRow={({ id }) => showAttempt(id)}
          hasCards
        />
      )}
    </Panel>
  )
}

const amount = (value: number | null): ReactElement => <span className={signClass(value)}>{formatSigned(value)}</span>

const COLUMNS: readonly Column<ArbitrageAttempt>[] = [
  { id: 'time', header: 'Time', width: 140, value: ({ asked }) => asked, cell: ({ asked }) => formatSecond(asked) },
  {
    id: 'markets',
    header: 'Markets',
    width: 190,
    card: 'title',
    value: ({ buy }) => buy.symbol,
    cell: ({ buy, sell }) => `${buy.symbol} ${buy.broker} to ${sell.broker}`,
  },
  {
    id: 'quantity',
    header: 'Quantity',
    width: 90,
    isNumber: true,
    value: ({ quantity }) => quantity,
    cell: ({ quantity }) => formatPlain(quantity),
  },
  {
    id: 'expected',
    header: 'Expected',
    width: 90,
    isNumber: true,
    value: ({ expected }) => expected.net,
    cell: ({ expected }) => amount(expected.net),
  },
  {
    id: 'net',
    header: 'Net',
    width: 90,
    isNumber: true,
    card: 'lead',
    value: ({ net }) => net,
    cell: ({ net }) => (net === null ? NOTHING : amount(net)),
  },
  {
    id: 'slippage',
    header: 'Slippage',
    hint: 'Worse prices than expected have cost this',
    width: 90,
    isNumber: true,
    value: ({ slippage }) => slippage,
    cell: ({ slippage }) => (slippage === null ? NOTHING : formatNumber(slippage)),
  },
  {
    id: 'fees',
    header: 'Fees',
    width: 80,
    isNumber: true,
    value: ({ fees }) => fees,
    cell: ({ fees }) => (fees === null ? NOTHING : formatNumber(fees)),
  },
  {
    id: 'apart',
    header: 'Apart',
    hint: 'Milliseconds between the moments at which the orders have left',
    width: 80,
    isNumber: true,
    value: ({ apart }) => apart,
    cell: ({ apart }) => (apart === null ? NOTHING : `${formatNumber(apart, 1)} ms`),
  },
  { id: 'outcome', header: 'Outcome', width: 240, value: outcomeText, cell: outcomeText },
  {
    id: 'placedBy',
    header: 'Placed by',
    width: 110,
    value: ({ placedBy }) => placedBy,
    cell: ({ placedBy }) => placedBy ?? 'you',
  },
]
