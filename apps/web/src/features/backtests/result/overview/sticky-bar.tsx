import { type BacktestDetail, RETURN_OVER_DRAWDOWN } from '@tradeloom/contracts'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { SimulatedBadge, StatusBadge } from '../../../../ui/badges.tsx'
import { formatDay, formatLastDay, formatNumber, formatPercent, signClass } from '../../../../ui/format.ts'
import { OwnerMarks } from '../../owner-marks.tsx'
import { useShownStatus } from '../../stopping.ts'
import { statistic } from '../metrics/metric-format.ts'
import classes from '../sections/sections.module.css'
import { Figure } from './figure.tsx'
import { MAX_DRAWDOWN } from '../../../../ui/profit-terms.ts'
import { winRateOf } from './win-rate-of.ts'

interface NamedProps {
  readonly name: string
  readonly meaning?: string
  readonly children: ReactNode
}

function Named({ name, meaning, children }: NamedProps): ReactElement {
  return (
    <div>
      <dt title={meaning}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function BackLink({ result, isAll }: { readonly result: BacktestDetail; readonly isAll: boolean }): ReactElement {
  const content = <IconArrowLeft size={16} aria-hidden />
  const common = { className: classes['back'] ?? '', 'aria-label': 'All backtests', title: 'All backtests' }
  if (isAll) {
    return (
      <Link to="/backtests" {...common}>
        {content}
      </Link>
    )
  }
  return (
    <Link to="/algorithms/$algorithmId/backtest" params={{ algorithmId: result.algorithmId }} {...common}>
      {content}
    </Link>
  )
}

interface StickyBarProps {
  readonly result: BacktestDetail
  /** Opened from the list of all backtests. */
  readonly isAll: boolean
}

/** What was run, how it ended, and the figures that matter most; stays in sight while the page scrolls. */
export function StickyBar({ result, isAll }: StickyBarProps): ReactElement {
  const status = useShownStatus(result)
  const Title = isAll ? 'h1' : 'h2'
  const winRate = winRateOf(result)
  const count = statistic(result, 'positionCount')
  const profit = statistic(result, 'profitPercentage')
  const drawdown = statistic(result, 'maxDrawdownPercentage')
  return (
    <div className={classes['bar']}>
      <div className={classes['name']}>
        <BackLink result={result} isAll={isAll} />
        <div>
          <Title>
            {result.symbol} <span className="muted">{result.broker}</span>
          </Title>
          <span className={`num muted ${classes['period']}`}>
            {formatDay(result.start)} to {formatLastDay(result.end)}
          </span>
        </div>
        <StatusBadge status={status} detail={result.status === 'Completed' ? result.detail : null} />
        {result.simulated ? <SimulatedBadge /> : null}
        <OwnerMarks row={result} />
      </div>
      {result.statistics === null ? null : (
        <dl className={classes['figures']} data-tour="figures">
          <Named name="Return">
            <Figure
              field="statistics.profitPercentage"
              raw={profit}
              text={formatPercent(profit, 2, true)}
              tone={signClass(profit)}
            />
          </Named>
          <Named name={MAX_DRAWDOWN}>
            <Figure field="statistics.maxDrawdownPercentage" raw={drawdown} text={formatPercent(drawdown)} />
          </Named>
          <Named name={RETURN_OVER_DRAWDOWN.name} meaning={RETURN_OVER_DRAWDOWN.meaning}>
            <Figure field="profitFactor" raw={result.profitFactor} text={formatNumber(result.profitFactor)} />
          </Named>
          <Named name="Positions">
            <Figure field="statistics.positionCount" raw={count} text={formatNumber(count, 0)} />
          </Named>
          <Named name="Win rate">
            <Figure field="metrics.winRate" raw={winRate} text={formatPercent(winRate)} />
          </Named>
        </dl>
      )}
    </div>
  )
}
