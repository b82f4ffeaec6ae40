import type { Algorithm, AlgorithmTotals, TradingPosition } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { Donut, type DonutPart } from '../../../charts/donut.tsx'
import { SignedDonut, signedPart } from '../../../charts/signed-donut.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatMinute, formatPlain, formatSigned, signClass } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingBlock, LoadingRows } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table-column.ts'
import {
  algorithmAnalysisQuery,
  algorithmPositionsQuery,
  algorithmTotalsQuery,
} from '../../../features/sessions/session-queries.ts'
import { SessionsAnalysis } from '../../../features/sessions/sessions-analysis.tsx'
import { PROFIT_TERMS } from '../../../ui/profit-terms.ts'
import { directionText } from '../../../entities/positions/direction.tsx'
import classes from './overview.module.css'

interface OverviewOfSessionsProps {
  readonly algorithm: Algorithm
  /** The list of them, which stands before the positions. */
  readonly sessions: ReactElement | null
}

/** What all sessions of an own algorithm have done. */
export function OverviewOfSessions({ algorithm: { id }, sessions }: OverviewOfSessionsProps): ReactElement {
  const totals = useQuery(algorithmTotalsQuery(id))
  const [isOpen, setOpen] = useState(false)
  const analysis = useQuery({ ...algorithmAnalysisQuery(id), enabled: isOpen })
  const { data } = totals
  const counts = data === undefined ? '' : `${data.openPositionCount} ${data.closedPositionCount}`
  return (
    <>
      <Panel
        title="Dashboard"
        tour="overview-figures"
        detail={data?.currency == null ? undefined : `Money in ${data.currency}`}
      >
        {data === undefined && !totals.isError ? <LoadingBlock height={160} /> : null}
        {data === undefined && totals.isError ? (
          <ErrorState error={totals.error} onRetry={() => void totals.refetch()} />
        ) : null}
        {data === undefined ? null : <Donuts totals={data} />}
      </Panel>
      {data === undefined ? null : <SessionsAnalysis query={analysis} positions={counts} isOverview onOpen={setOpen} />}
      {sessions}
      <AllPositionsOfSessions id={id} counts={counts} />
    </>
  )
}

function Donuts({ totals }: { readonly totals: AlgorithmTotals }): ReactElement {
  const { activeSessions, endedSessions, openPositionCount: open, closedPositionCount: closed } = totals
  const { realizedProfit, unrealizedProfit, realizedPips, unrealizedPips } = totals
  const profit = [signedPart('realized', realizedProfit), signedPart('unrealized', unrealizedProfit)]
  const pips = [signedPart('realized', realizedPips, 1), signedPart('unrealized', unrealizedPips, 1)]
  const positions = [count(open, 'open'), count(closed, 'closed')]
  return (
    <div className={classes['donuts']}>
      <Donut label="Active Sessions" value={formatPlain(activeSessions)} parts={[count(activeSessions, 'active')]} />
      <Donut label="Ended Sessions" value={formatPlain(endedSessions)} parts={[count(endedSessions, 'ended')]} />
      <Donut label="Position Count" value={formatPlain(open + closed)} parts={positions} />
      <SignedDonut
        label="Realized Profit"
        title={PROFIT_TERMS.realized}
        value={realizedProfit}
        parts={profit.slice(0, 1)}
      />
      <SignedDonut
        label="Unrealized Profit"
        title={PROFIT_TERMS.unrealized}
        value={unrealizedProfit}
        parts={profit.slice(1)}
      />
      <SignedDonut
        label="Total Profit"
        title={PROFIT_TERMS.total}
        value={realizedProfit + unrealizedProfit}
        parts={profit}
      />
      <SignedDonut label="Realized Pips" value={realizedPips} decimals={1} parts={pips.slice(0, 1)} />
      <SignedDonut label="Unrealized Pips" value={unrealizedPips} decimals={1} parts={pips.slice(1)} />
      <SignedDonut label="Total Pips" value={realizedPips + unrealizedPips} decimals={1} parts={pips} />
    </div>
  )
}

function count(value: number, word: string): DonutPart {
  return { name: `${formatPlain(value)} ${word}`, value, tone: 'neutral' }
}

const LISTED = 500

interface AllPositionsOfSessionsProps {
  readonly id: string
  /** Other numbers of positions are other positions. */
  readonly counts: string
}

/** Positions of all sessions: open ones first, then the newest. */
function AllPositionsOfSessions({ id, counts }: AllPositionsOfSessionsProps): ReactElement {
  const query = useQuery(algorithmPositionsQuery(id))
  const { data, isPending, isError, error, refetch } = query
  useEffect(() => {
    if (counts !== '') void refetch()
  }, [counts, refetch])
  return (
    <Panel
      title="All Positions"
      tour="overview-positions"
      detail={data?.length === LISTED ? `The newest ${LISTED}` : undefined}
      flush
    >
      {isPending ? <LoadingRows rows={5} /> : null}
      {isError && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <EmptyState title="No positions" /> : null}
      {data && data.length > 0 ? (
        <DataTable label="All positions" columns={COLUMNS} rows={data} rowKey={keyOf} maxHeight={420} />
      ) : null}
    </Panel>
  )
}

/** Brokers name positions within an account. */
function keyOf({ accountId, id }: TradingPosition): string {
  return `${accountId} ${id}`
}

type Value = string | number | null

function text(
  id: string,
  header: string,
  width: number,
  cell: (row: TradingPosition) => string,
): Column<TradingPosition> {
  return { id, header, width, value: cell, cell }
}

function number(
  id: string,
  header: string,
  value: (row: TradingPosition) => Value,
  cell: (row: TradingPosition) => string,
): Column<TradingPosition> {
  return { id, header, width: 96, isNumber: true, value, cell }
}

function signed(
  id: string,
  header: string,
  decimals: number,
  value: (row: TradingPosition) => number,
): Column<TradingPosition> {
  const cell = (row: TradingPosition) => (
    <span className={signClass(value(row))}>{formatSigned(value(row), decimals)}</span>
  )
  return { id, header, width: 96, isNumber: true, value, cell }
}

const COLUMNS: readonly Column<TradingPosition>[] = [
  signed('profit', 'Profit', 2, (row) => row.profit),
  signed('pips', 'Pips', 1, (row) => row.pips),
  text('direction', 'Direction', 90, directionText),
  text('instrument', 'Instrument', 130, (row) => instrumentName(row.instrumentId)),
  number(
    'quantity',
    'Quantity',
    (row) => row.quantity,
    (row) => formatPlain(row.quantity),
  ),
  number(
    'openPrice',
    'Open',
    (row) => row.openPrice,
    (row) => formatPlain(row.openPrice),
  ),
  number(
    'closePrice',
    'Close',
    (row) => row.closePrice,
    (row) => formatPlain(row.closePrice),
  ),
  text('opened', 'Opened (UTC)', 140, (row) => formatMinute(row.openTime)),
  text('closed', 'Closed (UTC)', 140, (row) => formatMinute(row.closeTime)),
  text('status', 'Status', 80, (row) => (row.status === 'OPEN' ? 'Open' : 'Closed')),
]
