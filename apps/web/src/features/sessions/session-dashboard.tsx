import type { PositionTotals, TradingPosition, TradingSession } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Donut, type DonutPart } from '../../charts/donut.tsx'
import { SignedDonut, signedPart } from '../../charts/signed-donut.tsx'
import { formatDuration, formatPercent, formatPlain } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PROFIT_TERMS } from '../../ui/profit-terms.ts'
import classes from './session-dashboard.module.css'
import { useEvery } from './use-every.ts'

/** Of the duration, which is shown in seconds. */
const SECOND_MS = 1_000

interface SessionDashboardProps {
  readonly session: TradingSession
  /** Of closed positions; undefined while they are loaded. */
  readonly totals: PositionTotals | undefined
  /** Undefined while they are loaded. */
  readonly open: readonly TradingPosition[] | undefined
}

/** The figures that the specification names, at a glance. */
export function SessionDashboard({ session, totals, open: positions }: SessionDashboardProps): ReactElement {
  const {
    openPositionCount: open,
    closedPositionCount: closed,
    realisedProfit,
    unrealisedProfit,
    totalProfit,
  } = session
  const now = useEvery(SECOND_MS, session.stopped === null, Date.now)
  const duration = Math.max(
    0,
    (session.stopped === null ? now : Date.parse(session.stopped)) - Date.parse(session.started),
  )
  const counts: DonutPart[] = [
    { name: `${formatPlain(open)} open`, value: open, tone: 'neutral' },
    { name: `${formatPlain(closed)} closed`, value: closed, tone: 'gain' },
  ]
  const realized = signedPart('realized', realisedProfit)
  const unrealized = signedPart('unrealized', unrealisedProfit)
  const realizedPips = totals?.totalMovement ?? null
  const unrealizedPips = positions?.reduce((sum, { pips }) => sum + pips, 0) ?? null
  const pips = [signedPart('realized', realizedPips, 1), signedPart('unrealized', unrealizedPips, 1)]
  const gains = totals && [signedPart('gains', totals.positiveProfit), signedPart('losses', totals.negativeProfit)]
  const moves = totals && [
    signedPart('gains', totals.positiveMovement, 1),
    signedPart('losses', totals.negativeMovement, 1),
  ]
  return (
    <Panel
      title="Dashboard"
      tour="session-figures"
      detail={`${formatPercent(session.percentageBalance, 2, true)} of the starting balance`}
    >
      <div className={classes['donuts']}>
        <Donut
          label="Active Duration"
          value={formatDuration(duration)}
          parts={[{ name: session.stopped === null ? 'running' : 'ended', value: duration, tone: 'neutral' }]}
        />
        <Donut label="Position Count" value={formatPlain(open + closed)} parts={counts} />
        <SignedDonut label="Realized Profit" title={PROFIT_TERMS.realized} value={realisedProfit} parts={gains ?? []} />
        <SignedDonut
          label="Unrealized Profit"
          title={session.stopped === null ? PROFIT_TERMS.unrealized : PROFIT_TERMS.atStop}
          value={unrealisedProfit}
          parts={[unrealized]}
        />
        <SignedDonut
          label="Total Profit"
          title={PROFIT_TERMS.total}
          value={totalProfit}
          parts={[realized, unrealized]}
        />
        <SignedDonut label="Realized Pips" value={realizedPips} decimals={1} parts={moves ?? []} />
        <SignedDonut label="Unrealized Pips" value={unrealizedPips} decimals={1} parts={pips.slice(1)} />
        <SignedDonut
          label="Total Pips"
          value={realizedPips === null || unrealizedPips === null ? null : realizedPips + unrealizedPips}
          decimals={1}
          parts={pips}
        />
      </div>
    </Panel>
  )
}
