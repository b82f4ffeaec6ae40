import type { ServerEvent } from '@tradeloom/contracts'
import { AppError, unauthenticated } from '../errors/app-error.ts'
import type { BacktestsService } from '../../features/backtests/backtests.service.ts'
import type { VersionChecks } from '../../features/algorithms/version-checks.ts'
import type { MarketImportsService } from '../../features/market-imports/market-imports.service.ts'
import { FairQueue } from '../http/fair-queue.ts'
import type { Client } from './client.ts'

export interface TopicDeps {
  readonly backtests: BacktestsService
  readonly checks: VersionChecks
  readonly imports: MarketImportsService
}

/** For how long it is remembered that visitors may, or may not, see a backtest. */
const REMEMBERED_MS = 1000
const MAX_REMEMBERED = 10_000
/** Look-ups for all visitors: they must leave the database to those who are signed in. */
const VISITORS = { running: 3, waiting: 300 }

export class Topics {
  readonly #deps: TopicDeps
  readonly #visitors = new FairQueue(VISITORS)
  readonly #seen = new Map<string, { readonly until: number; readonly look: Promise<unknown> }>()

  constructor(deps: TopicDeps) {
    this.#deps = deps
  }

  /** Throws when the viewer may not listen. */
  async check(topic: string, client: Pick<Client, 'userId' | 'parties'>): Promise<void> {
    if (client.userId !== null) return void (await openTopic(this.#deps, topic, client.userId))
    const known = this.#seen.get(topic)
    if (known && known.until > performance.now()) return void (await known.look)
    const look = this.open(topic, client)
    this.#seen.delete(topic)
    if (this.#seen.size >= MAX_REMEMBERED) this.#seen.delete(this.#seen.keys().next().value as string)
    this.#seen.set(topic, { until: performance.now() + REMEMBERED_MS, look })
    // That there was no place for the look says nothing of the topic.
    look.catch(
      (error: unknown) => (error instanceof AppError && error.kind === 'not-found') || this.#seen.delete(topic),
    )
    await look
  }

  /** The state as it is now, which is sent before the changes; throws when the viewer may not see it. */
  open(topic: string, client: Pick<Client, 'userId' | 'parties'>): Promise<ServerEvent[]> {
    if (client.userId !== null) return openTopic(this.#deps, topic, client.userId)
    if (!topic.includes('.')) return Promise.reject(unauthenticated())
    return this.#visitors.run(client.parties, () => openTopic(this.#deps, topic, null))
  }
}

async function openTopic(deps: TopicDeps, topic: string, viewerId: string | null): Promise<ServerEvent[]> {
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
