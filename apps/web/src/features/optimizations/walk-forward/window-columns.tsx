import type { WalkForwardWindowView } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import {
  formatDay,
  formatLastDay,
  formatPercent,
  formatPlain,
  formatSigned,
  NOTHING,
  signClass,
} from '../../../ui/format.ts'
import { MAX_DRAWDOWN } from '../../../ui/profit-terms.ts'
import type { Column } from '../../../ui/table-column.ts'

const STATES: Readonly<Record<WalkForwardWindowView['state'], string>> = {
  waiting: 'Waiting',
  training: 'Training',
  testing: 'Testing',
  done: 'Done',
  'no-choice': 'No result to choose',
  errored: 'Errored',
}

/** Times, choice and result of each window; one column for each external. */
export function windowColumns(externals: readonly string[]): Column<WalkForwardWindowView>[] {
  return [
    {
      id: 'number',
      header: 'No.',
      width: 50,
      isNumber: true,
      value: ({ number }) => number,
      // The server counts from zero.
      cell: ({ number }) => number + 1,
    },
    {
      id: 'training',
      header: 'Training',
      width: 180,
      value: ({ trainStart }) => trainStart,
      cell: (window) => <TrainingPeriod window={window} />,
    },
    {
      id: 'test',
      header: 'Test',
      width: 180,
      value: ({ testStart }) => testStart,
      cell: ({ testStart, testEnd }) => `${formatDay(testStart)} – ${formatLastDay(testEnd)}`,
    },
    ...externals.map((name): Column<WalkForwardWindowView> => ({
      id: `external ${name}`,
      header: name,
      width: 90,
      isNumber: true,
      value: (window) => window.externals?.[name] ?? null,
      cell: (window) => formatPlain(window.externals?.[name]),
    })),
    {
      id: 'trainProfit',
      header: 'Training profit',
      width: 110,
      isNumber: true,
      value: ({ trainProfit }) => trainProfit,
      cell: ({ trainProfit }) => <span className={signClass(trainProfit)}>{formatSigned(trainProfit)}</span>,
    },
    {
      id: 'testProfit',
      header: 'Test profit',
      width: 100,
      isNumber: true,
      value: ({ testProfit }) => testProfit,
      cell: ({ testProfit }) => <span className={signClass(testProfit)}>{formatSigned(testProfit)}</span>,
    },
    {
      id: 'testProfitPercentage',
      header: 'Test profit (%)',
      width: 110,
      isNumber: true,
      value: ({ testProfitPercentage }) => testProfitPercentage,
      cell: ({ testProfitPercentage }) => formatPercent(testProfitPercentage, 2, true),
    },
    {
      id: 'testMaxDrawdownPercentage',
      header: MAX_DRAWDOWN,
      width: 110,
      isNumber: true,
      value: ({ testMaxDrawdownPercentage }) => testMaxDrawdownPercentage,
      cell: ({ testMaxDrawdownPercentage }) => formatPercent(testMaxDrawdownPercentage),
    },
    {
      id: 'testPositionCount',
      header: 'Positions',
      width: 80,
      isNumber: true,
      value: ({ testPositionCount }) => testPositionCount,
      cell: ({ testPositionCount }) => formatPlain(testPositionCount),
    },
    {
      id: 'state',
      header: 'State',
      width: 150,
      value: ({ state }) => STATES[state],
      cell: ({ state, error }) => <span title={error ?? undefined}>{error ?? STATES[state] ?? NOTHING}</span>,
    },
  ]
}

/** Leads to all results of the training, once there are any. */
function TrainingPeriod({ window }: { readonly window: WalkForwardWindowView }): ReactElement {
  const { trainStart, trainEnd, optimisationId } = window
  const period = `${formatDay(trainStart)} – ${formatLastDay(trainEnd)}`
  if (optimisationId === null) return <>{period}</>
  return (
    <Link to="/optimizations/$optimisationId" params={{ optimisationId }} className="underlined">
      {period}
    </Link>
  )
}
