import { joinDatabase } from '@tradeloom/database'
import { askDatabase, type AskDatabase } from '../../ask-database.ts'
import type { Installation } from '../installation.ts'
import { startSession } from '../../start-session.ts'
import { ManualTrader } from './manual-trader.ts'

/** Counts every price in a closure, and opens and closes by its count. */
const SCRIPT = `
let count = 0
function onTick(tick) {
  count += 1
  log('count', count, tick.time)
  if (count % 4 === 1) buy({ quantity: 0.01 })
  if (count % 4 === 3) closeAll()
}`
/** Of markets that never close; two sessions trade the same one on the same account. */
const SESSIONS = [
  { trader: 0, instrumentId: 'BTCUSDT:SIM' },
  { trader: 0, instrumentId: 'BTCUSDT:SIM' },
  { trader: 0, instrumentId: 'ETHUSDT:SIM2' },
  { trader: 1, instrumentId: 'ETHUSDT:SIM' },
  { trader: 1, instrumentId: 'BTCUSDT:SIM2' },
] as const
const TRADERS = 4

/** Live trading on an installation: sessions of two users, and four persons who trade by hand. */
export class LiveWork {
  readonly installation: Installation
  readonly traders: readonly ManualTrader[]
  readonly sessionIds: readonly string[]
  readonly ask: AskDatabase
  readonly database: ReturnType<typeof joinDatabase>

  private constructor(installation: Installation, traders: readonly ManualTrader[], sessionIds: readonly string[]) {
    this.installation = installation
    this.traders = traders
    this.sessionIds = sessionIds
    this.ask = askDatabase(() => installation.connection)
    this.database = joinDatabase(installation.connection)
  }

  /** Everything trades when it resolves. */
  static async start(installation: Installation): Promise<LiveWork> {
    const traders: ManualTrader[] = []
    for (let n = 1; n <= TRADERS; n++) traders.push(await ManualTrader.join(installation.url, `trader${n}`))
    const sessionIds: string[] = []
    for (const { trader, instrumentId } of SESSIONS) {
      sessionIds.push(await startSession((traders[trader] as ManualTrader).client, instrumentId, SCRIPT))
    }
    const work = new LiveWork(installation, traders, sessionIds)
    // Then there are prices of each market.
    await work.untilSessionsMove()
    for (const trader of traders) trader.start()
    return work
  }

  /** Resolves once each request has its answer. Sessions go on. */
  async stopTrading(): Promise<void> {
    await Promise.all(this.traders.map((trader) => trader.stop()))
  }

  /** What was done, by the end that it took. */
  async summary(): Promise<object> {
    const tickets = this.traders.flatMap(({ tickets: all }) => all)
    const states = await this.ask<{ state: string; n: number }>(
      'select state, count(*)::int as n from intents group by state order by state',
    )
    const [counted] = await this.ask<{ n: number }>(
      `select count(*)::int as n from session_logs where message like 'count %'`,
    )
    const lost = tickets.reduce((sum, ticket) => sum + ticket.lost, 0)
    return {
      'requests of persons': tickets.length,
      'of them refused': tickets.filter(({ intentId }) => intentId === null).length,
      'answers lost': lost,
      'prices counted by sessions': counted?.n ?? 0,
      ...Object.fromEntries(states.map(({ state, n }) => [`intents ${state}`, n])),
    }
  }

  close(): Promise<void> {
    return this.database.stop()
  }

  /** Resolves once each session has seen a new price. */
  async untilSessionsMove(): Promise<void> {
    const reached = async () => {
      const rows = await this.ask<{ id: string; row: number | null }>(
        'select session_id as id, row_no::float8 as row from session_progress where session_id = any($1)',
        [this.sessionIds],
      )
      return new Map(rows.map(({ id, row }) => [id, row ?? -1]))
    }
    const before = await reached()
    for (;;) {
      const now = await reached()
      if (this.sessionIds.every((id) => (now.get(id) ?? -1) > (before.get(id) ?? -1))) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
