import type { LogLine } from '@tradeloom/contracts'
import { forbidden } from '../../platform/errors/app-error.ts'
import { accountLog } from './account-log.ts'
import type { AccountsService } from './accounts.service.ts'
import type { ConnectionHistory } from './connection-history.ts'
import type { SeenAccountsRepository } from './seen-accounts.repository.ts'
import type { TradingRepository } from './trading.repository.ts'

/** Journal entries that a log is made of, the newest, and the lines of it. */
const MAX_ENTRIES = 1_000
const MAX_LINES = 500
/** What is older is told by the journal of each account alone. */
export const BROKER_LOG_DAYS = 30
const DAY_MS = 86_400_000

/** What happened lately on connections and accounts, each only for its owner; oldest first. */
export class TradingLogs {
  readonly #repository: Pick<TradingRepository, 'journal'>
  readonly #seen: Pick<SeenAccountsRepository, 'accounts' | 'connections'>
  readonly #accounts: Pick<AccountsService, 'owned' | 'status'>
  readonly #history: ConnectionHistory
  readonly #now: () => number

  constructor(
    repository: Pick<TradingRepository, 'journal'>,
    seen: Pick<SeenAccountsRepository, 'accounts' | 'connections'>,
    accounts: Pick<AccountsService, 'owned' | 'status'>,
    history: ConnectionHistory,
    now: () => number,
  ) {
    this.#repository = repository
    this.#seen = seen
    this.#accounts = accounts
    this.#history = history
    this.#now = now
  }

  async ofAccount(accountId: string, userId: string): Promise<LogLine[]> {
    const { account } = await this.#accounts.owned(accountId, userId)
    const entries = await this.#repository.journal(userId, accountId, MAX_ENTRIES)
    return accountLog(entries, account.currency).slice(-MAX_LINES)
  }

  /** What happened on its accounts in the last days, and when it came and went. */
  async ofConnection(connectionId: string, userId: string): Promise<LogLine[]> {
    await this.#accounts.status(connectionId, userId)
    const [all, connections] = await Promise.all([this.#seen.accounts(userId), this.#seen.connections(userId)])
    const {
      userId: ownerId,
      broker,
      createdAt,
      connectionError,
    } = connections.find(({ id }) => id === connectionId) ?? {}
    if (ownerId !== userId) throw forbidden('Only the owner of this connection can read its log')
    const accounts = all.filter(({ account }) => account.connectionId === connectionId)
    const logs = await Promise.all(accounts.map(({ account }) => this.ofAccount(account.id, userId)))
    const log = [...logs.flat(), ...this.#history.lines].toSorted((a, b) => a.time - b.time)
    if (connectionError) {
      const time = Math.max(log.at(-1)?.time ?? 0, createdAt?.getTime() ?? 0)
      log.push({ time, level: 'error', message: `Could not connect to ${broker} - ${connectionError}` })
    }
    const since = this.#now() - BROKER_LOG_DAYS * DAY_MS
    return log.filter(({ time }) => time >= since).slice(-MAX_LINES)
  }
}
