import { Progress } from '@mantine/core'
import type { Backtest } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { intervalLabel } from '../../../entities/runs/run-labels.ts'
import { useKey } from '../../../realtime/keyed-store.ts'
import { progressStore } from '../../../features/backtests/progress-store.ts'
import { StatusBadge } from '../../../ui/badges.tsx'
import {
  formatDay,
  formatLastDay,
  formatNumber,
  formatPercent,
  formatPlain,
  formatSigned,
  signClass,
} from '../../../ui/format.ts'
import { EquityLine } from './equity-line.tsx'
import classes from './run-dock.module.css'

interface RunRowProps {
  readonly row: Backtest
  /** The run to compare with; null if there is none. */
  readonly before: Backtest | null
  readonly onGoTo: (line: number, column: number) => void
}

interface FigureProps {
  readonly label: string
  readonly text: string
  readonly tone?: string
  /** What changed since the run before. */
  readonly change: string | null
}

function Figure({ label, text, tone = '', change }: FigureProps): ReactElement {
  return (
    <span className={classes['figure']}>
      <span className="muted">{label}</span> <strong className={`num ${tone}`}>{text}</strong>
      {change === null ? null : (
        <span className="muted num" title="Change since the run before">
          {change}
        </span>
      )}
    </span>
  )
}

/** A difference of two figures; null without one, or when there is nothing to compare with. */
function changeOf(now: number | null, before: number | null | undefined, decimals: number): string | null {
  if (now === null || before === null || before === undefined) return null
  const text = formatSigned(now - before, decimals)
  return /[1-9]/.test(text) ? `(${text})` : '(=)'
}

/** One run: its state while it runs, its figures when it completed, its error if it had one. */
export function RunRow({ row, before, onGoTo }: RunRowProps): ReactElement {
  const live = useKey(progressStore, row.id)
  const { errorLine } = row
  return (
    <li className={classes['row']} data-status={row.status}>
      <StatusBadge status={row.status} detail={row.detail} />
      <span className={`num ${classes['about']}`}>
        {row.displayVersionNo} · {row.symbol} {intervalLabel(row.interval)} · {formatDay(row.start)} to{' '}
        {formatLastDay(row.end)}
      </span>
      {row.status === 'In Progress' || row.status === 'Queued' ? (
        <Progress
          className={classes['progress'] ?? ''}
          value={Math.max(0, live?.progress ?? row.progress)}
          size={5}
          aria-label={`Progress ${formatNumber(Math.max(0, live?.progress ?? row.progress), 0)}%`}
        />
      ) : null}
      {row.profitPercentage === null ? null : <Figures row={row} before={before} />}
      {row.status === 'Errored' || row.status === 'Failed' ? (
        <span className={classes['error']} role="alert">
          {errorLine === null ? null : (
            <button type="button" onClick={() => onGoTo(errorLine, row.errorColumn ?? 1)}>
              Line {errorLine}
            </button>
          )}
          {row.detail}
        </span>
      ) : null}
      <Link
        className={classes['link'] ?? ''}
        to="/algorithms/$algorithmId/backtest/$backtestId"
        params={{ algorithmId: row.algorithmId, backtestId: row.id }}
      >
        Open result
      </Link>
    </li>
  )
}

function Figures({ row, before }: Pick<RunRowProps, 'row' | 'before'>): ReactElement {
  return (
    <>
      <Figure
        label="Return"
        text={formatPercent(row.profitPercentage, 2, true)}
        tone={signClass(row.profitPercentage)}
        change={changeOf(row.profitPercentage, before?.profitPercentage, 2)}
      />
      <Figure
        label="Drawdown"
        text={formatPercent(row.maxDrawdownPercentage)}
        change={changeOf(row.maxDrawdownPercentage, before?.maxDrawdownPercentage, 2)}
      />
      <Figure
        label="Positions"
        text={formatPlain(row.positionCount)}
        change={changeOf(row.positionCount, before?.positionCount, 0)}
      />
      <EquityLine values={row.sparkline ?? []} />
    </>
  )
}
