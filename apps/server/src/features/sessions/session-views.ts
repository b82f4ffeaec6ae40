import type { SessionLogLine, TradingSession } from '@tradeloom/contracts'
import { tidy } from '@tradeloom/domain'
import type { SessionLogRow, SessionRow } from './sessions.repository.ts'

export function viewSession(row: SessionRow): TradingSession {
  const { totalProfit, unrealisedProfit, initialBalance } = row
  return {
    id: row.id,
    status: row.status,
    statusDetail: row.statusDetail,
    started: row.started.toISOString(),
    stopped: row.stopped?.toISOString() ?? null,
    instrumentId: row.instrumentId,
    interval: row.interval as TradingSession['interval'],
    externals: row.externals,
    algorithmId: row.algorithmId,
    algorithmVersionId: row.algorithmVersionId,
    algorithmName: row.algorithmName,
    brokerConnectionId: row.brokerConnectionId,
    brokerAccountId: row.brokerAccountId,
    initialBalance,
    openPositionCount: row.openPositionCount,
    closedPositionCount: row.closedPositionCount,
    totalProfit: tidy(totalProfit),
    unrealisedProfit: tidy(unrealisedProfit),
    percentageBalance: initialBalance > 0 ? tidy(((totalProfit + unrealisedProfit) / initialBalance) * 100) : 0,
    inFlight: row.inFlight,
    resume: row.resume,
    detail: row.detail,
  }
}

export function viewLine({ n, time, level, message }: SessionLogRow): SessionLogLine {
  return { n, time: time.getTime(), level, message }
}
