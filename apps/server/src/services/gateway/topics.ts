import type { ServerEvent } from '@tradeloom/contracts'
import { unauthenticated } from '../../app-error.ts'
import type { BacktestsService } from '../../features/backtests/backtests.service.ts'
import type { VersionChecks } from '../../features/algorithms/version-checks.ts'
import type { MarketImportsService } from '../../features/market-imports/market-imports.service.ts'

export interface TopicDeps {
  readonly backtests: BacktestsService
  readonly checks: VersionChecks
  readonly imports: MarketImportsService
}

/** Throws when the viewer may not listen; else the state as it is now, which is sent before the changes. */
export async function openTopic(deps: TopicDeps, topic: string, viewerId: string | null): Promise<ServerEvent[]> {
  const [kind, id] = topic.split('.')
  if (kind === 'backtest' && id) {
    const detail = await deps.backtests.row(id, viewerId)
    return [{ event: 'update', data: detail }]
  }
  if (viewerId === null) throw unauthenticated()
  if (kind === 'import' && id) return [{ event: 'import', data: await deps.imports.own(id, viewerId) }]
  if (kind === 'algorithms') {
    const changes = await deps.checks.recent(viewerId)
    return changes.map((data) => ({ event: 'version-check' as const, data }))
  }
  if (kind === 'backtests') {
    const rows = await deps.backtests.unfinished(viewerId)
    return rows.map((data) => ({ event: 'update' as const, data }))
  }
  return []
}

/** Topics without an id are one's own: each user has a list of listeners of its own. */
export function listenKey(topic: string, viewerId: string | null): string {
  return topic.includes('.') ? topic : `${topic}:${viewerId}`
}
