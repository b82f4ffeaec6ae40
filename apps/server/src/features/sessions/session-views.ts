import type { SessionLogLine, TradingSession } from '@tradeloom/contracts'
import { tidy } from '@tradeloom/domain'
import { ENGINE_VERSION } from '@tradeloom/engine'
import type { Booked, SessionLogRow, SessionRow } from './sessions.repository.ts'

/** What a session has made so far. */
type SessionFigures = Booked & Pick<TradingSession, 'unrealisedProfit' | 'startedBy'>

export function viewSession(row: SessionRow, figures: SessionFigures): TradingSession {
  const { initialBalance, stopped } = row
  const { openPositionCount, closedPositionCount, realisedProfit, unrealisedProfit, lastClose } = figures
  const totalProfit = realisedProfit + unrealisedProfit
  const hasEnded = row.status !== 'Active' && openPositionCount === 0 && stopped !== null
  return {
    id: row.id,
    status: row.status,
    statusDetail: row.statusDetail,
    started: row.started.toISOString(),
    stopped: stopped?.toISOString() ?? null,
    ended: hasEnded ? new Date(Math.max(stopped.getTime(), lastClose ?? 0)).toISOString() : null,
    instrumentId: row.instrumentId,
    interval: row.interval as TradingSession['interval'],
    externals: row.externals,
    algorithmId: row.algorithmId,
    algorithmVersionId: row.algorithmVersionId,
    algorithmName: row.algorithmName,
    brokerConnectionId: row.brokerConnectionId,
    brokerAccountId: row.brokerAccountId,
    initialBalance,
    openPositionCount,
    closedPositionCount,
    realisedProfit: tidy(realisedProfit),
    unrealisedProfit: tidy(unrealisedProfit),
    totalProfit: tidy(totalProfit),
    percentageBalance: initialBalance > 0 ? tidy((totalProfit / initialBalance) * 100) : 0,
    inFlight: row.inFlight,
    resume: row.resume,
    ownEngine: row.status === 'Active' && row.engineVersion !== ENGINE_VERSION ? row.engineVersion : null,
    detail: row.detail,
    startedBy: figures.startedBy,
  }
}

export function viewLine({ n, time, level, message }: SessionLogRow): SessionLogLine {
  return { n, time: time.getTime(), level, message }
}
