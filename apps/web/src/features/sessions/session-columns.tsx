import type { TradingSession } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { formatMinute, formatPercent, formatSigned, signClass } from '../../ui/format.ts'
import { PROFIT_TERMS } from '../../ui/profit-terms.ts'
import type { Column } from '../../ui/table-column.ts'
import { intervalLabel } from '../../entities/runs/run-labels.ts'
import { SESSIONS } from './session-kind.ts'
import { SessionStatus } from './session-status.tsx'

export function sessionLink(session: TradingSession, isAll: boolean) {
  return SESSIONS.pageOf(
    { id: session.id, algorithmId: session.algorithmId ?? '' },
    isAll || session.algorithmId === null,
  )
}

/** The columns of lists; those of one algorithm do not name it. */
export function sessionColumns(isAll: boolean): Column<TradingSession>[] {
  const name: Column<TradingSession>[] = isAll
    ? [
        {
          id: 'algorithm',
          header: 'Algorithm',
          width: 132,
          value: (row) => row.algorithmName,
          cell: (row) => row.algorithmName,
        },
      ]
    : []
  return [
    {
      id: 'started',
      header: 'Started (UTC)',
      width: 132,
      pin: 'left',
      value: (row) => row.started,
      cell: (row) => <StartedLink session={row} isAll={isAll} />,
    },
    ...name,
    {
      id: 'status',
      header: 'Status',
      width: 82,
      value: (row) => row.status,
      cell: (row) => <SessionStatus session={row} />,
    },
    {
      id: 'instrument',
      header: 'Instrument',
      width: 122,
      value: (row) => row.instrumentId,
      cell: (row) => instrumentName(row.instrumentId),
    },
    { id: 'interval', header: 'Interval', width: 72, cell: (row) => intervalLabel(row.interval) },
    count('open', 'Open', (row) => row.openPositionCount),
    count('closed', 'Closed', (row) => row.closedPositionCount),
    money('profit', 'Total Profit', PROFIT_TERMS.total, (row) => row.totalProfit),
    money('unrealised', 'Unrealized', PROFIT_TERMS.unrealized, (row) => row.unrealisedProfit),
    {
      id: 'percent',
      header: '% of Balance',
      width: 84,
      isNumber: true,
      value: (row) => row.percentageBalance,
      cell: (row) => (
        <span className={signClass(row.percentageBalance)}>{formatPercent(row.percentageBalance, 2, true)}</span>
      ),
    },
  ]
}

function StartedLink({ session, isAll }: { readonly session: TradingSession; readonly isAll: boolean }): ReactElement {
  return <Link {...sessionLink(session, isAll)}>{formatMinute(session.started)}</Link>
}

function count(id: string, header: string, value: (row: TradingSession) => number): Column<TradingSession> {
  return { id, header, width: 66, isNumber: true, value, cell: value }
}

function money(
  id: string,
  header: string,
  hint: string,
  value: (row: TradingSession) => number,
): Column<TradingSession> {
  const cell = (row: TradingSession) => <span className={signClass(value(row))}>{formatSigned(value(row))}</span>
  return { id, header, hint, width: 92, isNumber: true, value, cell }
}
