import type { ServerEvent } from '@tradeloom/contracts'
import { ownTopic, type Topic, type Topics, type Update } from '../../platform/realtime/topic.ts'
import type { AccountsService } from './accounts.service.ts'
import { LiveValues } from './live-values.ts'
import type { PositionsService } from './positions.service.ts'
import { ToldOrders } from './told-orders.ts'
import type { AccountMessage, TradingNews } from './trading-news.ts'
import type { SeenAccountsRepository } from './seen-accounts.repository.ts'

const subject = 'account.*'
const FLUSH_MS = 100
const MISSED = { event: 'missed', data: null } as const
/** Profits are told once a second at most, and figures of accounts every five seconds. */
const POSITIONS_MS = 1_000
const BALANCES_MS = 5_000
const MAX_ORDERS = 100
const MAX_EXECUTIONS = 50

type TradingTopics = Required<Pick<Topics, 'orders' | 'executions' | 'balances' | 'positions' | 'brokers'>>

/** What browsers follow of accounts. The state after subscribing is marked, so that nothing announces it as news. */
export function tradingTopics(
  seen: SeenAccountsRepository,
  accounts: AccountsService,
  positions: PositionsService,
  news: TradingNews,
  /** Somebody looks at connections: they are needed soon. */
  start: () => void,
): TradingTopics {
  const told = new ToldOrders()
  return {
    orders: topic({
      snapshot: async (userId) => {
        const orders = await positions.orders(userId, MAX_ORDERS)
        return orders.map((data) => update(data.id, { event: 'order', data: { ...data, snapshot: true } }))
      },
      event: (message) =>
        message.kind === 'order' && told.isNews(message.userId, message.data)
          ? { event: 'order', data: { ...message.data, snapshot: false } }
          : null,
    }),
    executions: topic({
      snapshot: async (userId) => {
        const all = await positions.executions(userId, MAX_EXECUTIONS)
        return all.map((data) => update(data.id, { event: 'execution', data: { ...data, snapshot: true } }))
      },
      event: (message) =>
        message.kind === 'execution' ? { event: 'execution', data: { ...message.data, snapshot: false } } : null,
    }),
    balances: topic({
      everyMs: BALANCES_MS,
      snapshot: async (userId) => {
        const all = await accounts.list(userId)
        return all.map((data) => update(data.id, { event: 'balance', data: { ...data, snapshot: true } }))
      },
      event: (message) =>
        message.kind === 'balance' ? { event: 'balance', data: { ...message.data, snapshot: false } } : null,
    }),
    positions: topic({
      everyMs: POSITIONS_MS,
      snapshot: async (userId) => {
        const open = await positions.open(userId)
        return open.map((data) => update(data.id, { event: 'position-update', data: { ...data, snapshot: true } }))
      },
      event: (message) => {
        if (message.kind === 'position') return { event: 'position-update', data: { ...message.data, snapshot: false } }
        return message.kind === 'position-deleted' ? { event: 'position-deleted', data: message.data } : null
      },
    }),
    brokers: topic({
      snapshot: async (userId) => {
        const statuses = await accounts.statuses(userId)
        news.follow(userId, await seen.paperConnections(userId))
        start()
        return statuses.map((data) => update(data.connectionId, { event: 'broker-status', data }))
      },
      event: (message) => (message.kind === 'broker' ? { event: 'broker-status', data: message.data } : null),
    }),
  } as TradingTopics
}

interface TradingTopic {
  /** How often the snapshot is repeated while somebody listens, because prices change it; never if omitted. */
  readonly everyMs?: number
  snapshot(userId: string): Promise<Update[]>
  /** Null for messages that this topic does not send. */
  event(message: AccountMessage): ServerEvent | null
}

function topic({ everyMs, snapshot, event }: TradingTopic) {
  const values = everyMs === undefined ? null : new LiveValues(everyMs, snapshot)
  const own = ownTopic<AccountMessage, ServerEvent>({
    subject,
    flushMs: FLUSH_MS,
    snapshot(userId) {
      values?.follow(userId)
      return snapshot(userId)
    },
    change(message) {
      // What is gone, the lists know.
      const told = message.kind === 'access' ? MISSED : event(message)
      return told && { userId: message.userId, key: message.id, event: told, isCoalesced: false }
    },
  })
  if (values === null) return own
  const open: Topic['open'] = (_, publish) => values.open(publish)
  return { ...own, open }
}

function update(key: string, event: ServerEvent): Update {
  return { key, event }
}
