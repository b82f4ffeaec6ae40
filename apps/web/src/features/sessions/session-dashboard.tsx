import type { PositionTotals, TradingSession } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Donut, type DonutPart } from '../../charts/donut.tsx'
import { formatPercent, formatPlain, formatSigned, signClass } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from './session-dashboard.module.css'

interface SessionDashboardProps {
  readonly session: TradingSession
  /** Undefined while they are loaded. */
  readonly totals: PositionTotals | undefined
}

/** The figures of a session at a glance. */
export function SessionDashboard({ session, totals }: SessionDashboardProps): ReactElement {
  const { openPositionCount: open, closedPositionCount: closed, totalProfit, unrealisedProfit } = session
  const counts: DonutPart[] = [
    { name: `${formatPlain(open)} open`, value: open, tone: 'neutral' },
    { name: `${formatPlain(closed)} closed`, value: closed, tone: 'gain' },
  ]
  const realized = [part('gains', totals?.positiveProfit ?? 0), part('losses', totals?.negativeProfit ?? 0)]
  const pips = [part('gains', totals?.positiveMovement ?? 0, 1), part('losses', totals?.negativeMovement ?? 0, 1)]
  const money = [part('realized', totalProfit), part('unrealized', unrealisedProfit)]
  return (
    <Panel title="Dashboard">
      <div className={classes['donuts']}>
        <Donut label="Positions" value={formatPlain(open + closed)} parts={counts} />
        <Signed label="Realized Profit" value={totalProfit} parts={realized} />
        <Signed label="Unrealized Profit" value={unrealisedProfit} parts={[part('unrealized', unrealisedProfit)]} />
        <Signed label="Total Profit" value={totalProfit + unrealisedProfit} parts={money} />
        <Signed label="Closed Pips" value={totals?.totalMovement ?? 0} decimals={1} parts={pips} />
        <Donut
          label="% of Balance"
          value={formatPercent(session.percentageBalance / 100, 2, true)}
          tone={signClass(session.percentageBalance)}
          parts={money}
        />
      </div>
    </Panel>
  )
}

function part(name: string, value: number, decimals = 2): DonutPart {
  return { name: `${name} ${formatSigned(value, decimals)}`, value, tone: value < 0 ? 'loss' : 'gain' }
}

interface SignedProps {
  readonly label: string
  readonly value: number
  readonly decimals?: number
  readonly parts: readonly DonutPart[]
}

function Signed({ label, value, decimals = 2, parts }: SignedProps): ReactElement {
  return <Donut label={label} value={formatSigned(value, decimals)} tone={signClass(value)} parts={parts} />
}
