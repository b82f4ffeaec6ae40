import { type BacktestDetail, MAX_LISTED_SESSIONS, type TradingSession } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Donut, type DonutPart } from '../../../charts/donut.tsx'
import { SignedDonut, signedPart } from '../../../charts/signed-donut.tsx'
import { formatCount, formatPlain } from '../../../ui/format.ts'
import { isSessionLive } from '../../../features/sessions/session-queries.ts'
import { PROFIT_TERMS } from '../../../ui/profit-terms.ts'
import classes from './overview.module.css'

interface OverviewDonutsProps {
  readonly statistics: NonNullable<BacktestDetail['statistics']>
  /** Null while it is being loaded. */
  readonly openPips: number | null
  /** Undefined while they are being loaded. */
  readonly sessions: readonly TradingSession[] | undefined
}

/** The figures that the specification names: of a run, and of all sessions. */
export function OverviewDonuts({ statistics, openPips, sessions }: OverviewDonutsProps): ReactElement {
  const read = (key: string): number => statistics[key] ?? 0
  const [won, lost, open] = [read('winningPositions'), read('losingPositions'), read('openPositions')]
  const even = read('closedPositions') - won - lost
  const [realized, unrealized] = [read('realizedProfit'), read('unrealizedProfit')]
  const realizedPips = read('realizedPips')
  const counts: DonutPart[] = [
    { name: `${formatPlain(won)} won`, value: won, tone: 'gain' },
    { name: `${formatPlain(lost)} lost`, value: lost, tone: 'loss' },
    { name: `${formatPlain(even)} break-even`, value: even, tone: 'neutral' },
    { name: formatCount(open, 'open', 'open'), value: open, tone: 'neutral' },
  ]
  const money = { realized: signedPart('realized', realized, 2), unrealized: signedPart('unrealized', unrealized, 2) }
  const pips = { realized: signedPart('realized', realizedPips, 1), unrealized: signedPart('unrealized', openPips, 1) }
  return (
    <div className={classes['donuts']}>
      <Sessions label="Active Sessions" word="active" all={sessions} isWanted={isSessionLive} />
      <Sessions label="Ended Sessions" word="ended" all={sessions} isWanted={(session) => !isSessionLive(session)} />
      <Donut label="Position Count" value={formatPlain(read('positionCount'))} parts={counts} />
      <SignedDonut label="Realized Profit" title={PROFIT_TERMS.realized} value={realized} parts={[money.realized]} />
      <SignedDonut
        label="Unrealized Profit"
        title={PROFIT_TERMS.unrealized}
        value={unrealized}
        parts={[money.unrealized]}
      />
      <SignedDonut
        label="Total Profit"
        title={PROFIT_TERMS.total}
        value={read('profit')}
        parts={Object.values(money)}
      />
      <SignedDonut label="Realized Pips" value={realizedPips} decimals={1} parts={[pips.realized]} />
      <SignedDonut label="Unrealized Pips" value={openPips} decimals={1} parts={[pips.unrealized]} />
      <SignedDonut
        label="Total Pips"
        value={openPips === null ? null : realizedPips + openPips}
        decimals={1}
        parts={Object.values(pips)}
      />
    </div>
  )
}

interface SessionsProps {
  readonly label: string
  readonly word: string
  readonly all: readonly TradingSession[] | undefined
  readonly isWanted: (session: TradingSession) => boolean
}

/** Of those that are listed, which may not be all. */
function Sessions({ label, word, all, isWanted }: SessionsProps): ReactElement {
  const count = all?.filter(isWanted).length
  if (count === undefined) return <Donut label={label} value="–" parts={[]} />
  const isMore = all?.length === MAX_LISTED_SESSIONS
  const parts: DonutPart[] =
    count === 0 ? [] : [{ name: `${formatPlain(count)} ${word}`, value: count, tone: 'neutral' }]
  return <Donut label={label} value={`${formatPlain(count)}${isMore ? '+' : ''}`} parts={parts} />
}
