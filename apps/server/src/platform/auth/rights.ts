import type { User } from '@tradeloom/contracts'
import type { schema } from '@tradeloom/database'
import type { AccountOfUser } from './accounts-of-user.ts'

/** `hosted`: packages limit what users can do. `self-hosted`: only the machine and its data do. */
export type Profile = 'self-hosted' | 'hosted'

/** What a user may do. */
export interface Rights {
  /** Compute units left this month; null without a limit. */
  readonly backtestUnits: number | null
  /** Whether backtests may use every tick. */
  readonly backtestTick: boolean
  readonly liveTradingSessions: number
  /** How far back a backtest may begin; null without a limit. */
  readonly historyDays: number | null
  /** Brokers whose instruments can be tested; null for all. */
  readonly backtestBrokers: readonly string[] | null
  /** Of programs, in 30 days; null without a limit. */
  readonly apiCredits: number | null
  /** Of programs, at the same time. */
  readonly apiSockets: number
  /** Keys at exchanges that can be traded with. */
  readonly exchangeConnections: number
}

export interface UserRow {
  readonly user: Pick<typeof schema.users.$inferSelect, 'id' | 'displayUsername' | 'email' | 'isAdmin'>
  readonly package: typeof schema.packages.$inferSelect
  /** Of this month. */
  readonly usage: typeof schema.unitUsage.$inferSelect | null
  readonly accounts: readonly AccountOfUser[]
}

const HOSTED_HISTORY_DAYS = 365
const HOSTED_BROKERS = ['FXCM', 'OANDA']
/** More sessions than fit into a list. */
const SESSIONS_WITHOUT_LIMIT = 100
const SOCKETS_WITHOUT_LIMIT = 100
/** More than fit on their page. */
const CONNECTIONS_WITHOUT_LIMIT = 20

export function rightsFrom(profile: Profile, { package: limits, usage }: Pick<UserRow, 'package' | 'usage'>): Rights {
  if (profile === 'self-hosted') {
    return {
      backtestUnits: null,
      backtestTick: true,
      liveTradingSessions: SESSIONS_WITHOUT_LIMIT,
      historyDays: null,
      backtestBrokers: null,
      apiCredits: null,
      apiSockets: SOCKETS_WITHOUT_LIMIT,
      exchangeConnections: CONNECTIONS_WITHOUT_LIMIT,
    }
  }
  const units = limits.backtestUnits + (usage?.credited ?? 0) - (usage?.used ?? 0)
  return {
    backtestUnits: Math.max(0, units),
    backtestTick: limits.backtestTick,
    liveTradingSessions: limits.liveSessions,
    historyDays: HOSTED_HISTORY_DAYS,
    backtestBrokers: HOSTED_BROKERS,
    apiCredits: limits.httpCredits,
    apiSockets: limits.sockets,
    exchangeConnections: limits.exchangeConnections,
  }
}

export function toUser(profile: Profile, row: UserRow): User {
  const { backtestUnits, backtestTick, liveTradingSessions, historyDays, backtestBrokers } = rightsFrom(profile, row)
  const { id, displayUsername, email, isAdmin } = row.user
  return {
    id,
    username: displayUsername,
    email,
    isAdmin,
    authenticated: true,
    backtestUnits,
    backtestTick,
    liveTradingSessions,
    historyDays,
    backtestBrokers: backtestBrokers && [...backtestBrokers],
    subscriptionSku: row.package.id,
    accounts: [...row.accounts],
  }
}
