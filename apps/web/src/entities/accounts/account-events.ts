import type {
  BrokerStatus,
  Execution,
  ServerEvent,
  TradingAccount,
  TradingOrder,
  TradingPosition,
} from '@tradeloom/contracts'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { patchPending } from '../../realtime/patch-pending.ts'
import { socket } from '../../realtime/socket.ts'
import { useIsSeen } from '../../realtime/use-is-seen.ts'
import { useUser } from '../user/bootstrap-query.ts'
import { exchangeKeysQuery } from './exchange-keys-queries.ts'
import { instrumentsQuery } from '../instruments/market-data-queries.ts'
import { announceExecution, announceLevel, announceOrder } from './announce.ts'
import { showMarginCall } from './margin-call.ts'
import {
  accountsQuery,
  brokerStatusesQuery,
  closedPositionsQuery,
  executionsQuery,
  openPositionsQuery,
  ordersQuery,
} from './trading-queries.ts'

const TOPICS = ['positions', 'orders', 'executions', 'balances', 'brokers'] as const

/** Keeps positions, orders and balances of the user up to date while the component is mounted, and announces news. */
export function useAccountEvents(): void {
  const client = useQueryClient()
  const isSignedIn = Boolean(useUser())
  const isSeen = useIsSeen()
  useEffect(() => (isSignedIn && isSeen ? follow(client) : undefined), [client, isSignedIn, isSeen])
}

/** Several panels share one subscription, so that news are announced once. */
let followers = 0
let stopAll: () => void = () => {}

function follow(client: QueryClient): () => void {
  followers += 1
  if (followers === 1) {
    const events = new AccountEvents(client)
    const stops = TOPICS.map((topic) => socket.subscribe(topic, (event) => events.take(event)))
    // What happened while nobody listened.
    void events.refetch()
    stopAll = () => stops.forEach((stop) => stop())
  }
  return () => {
    followers -= 1
    if (followers === 0) stopAll()
  }
}

/** Several changes of an order follow each other closely. */
const ORDERS_AFTER_MS = 300
/** As many as the list of the server has. */
const MAX_EXECUTIONS = 50

interface Identified {
  readonly id: string
}

class AccountEvents {
  readonly #client: QueryClient
  /** The newest status of orders, by id, and whether the broker has them: each is announced once. */
  readonly #stages = new Map<string, string>()
  readonly #marginCalls = new Map<string, boolean>()
  readonly #levels = new Map<string, TradingAccount['level']>()
  #ordersTimer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient) {
    this.#client = client
  }

  async refetch(): Promise<void> {
    // Also whether connections work: the user may see others than before.
    const keys = [
      brokerStatusesQuery,
      accountsQuery,
      openPositionsQuery,
      closedPositionsQuery,
      ordersQuery,
      executionsQuery,
    ]
    await Promise.all(keys.map(({ queryKey }) => this.#client.invalidateQueries({ queryKey })))
  }

  take({ event, data }: ServerEvent): void {
    switch (event) {
      case 'position-update':
        return this.#position(data)
      case 'position-deleted':
        return this.#forget(data.id)
      case 'order':
        return this.#order(data)
      case 'execution':
        return this.#execution(data)
      case 'balance':
        return this.#account(data)
      case 'broker-status':
        return this.#brokerStatus(data)
      case 'missed':
        return void this.refetch()
      default:
        return undefined
    }
  }

  #position(position: TradingPosition): void {
    const isOpen = position.status === 'OPEN'
    this.#patch<TradingPosition>(openPositionsQuery.queryKey, (known) =>
      isOpen ? upsert(known, position) : known.filter(({ id }) => id !== position.id),
    )
    // Its totals are over all positions, which only the server knows.
    if (!isOpen) void this.#client.invalidateQueries({ queryKey: closedPositionsQuery.queryKey })
  }

  #forget(id: string): void {
    this.#patch<TradingPosition>(openPositionsQuery.queryKey, (known) => known.filter((one) => one.id !== id))
    void this.#client.invalidateQueries({ queryKey: closedPositionsQuery.queryKey })
  }

  #order({ snapshot, ...order }: TradingOrder & { readonly snapshot: boolean }): void {
    const stage = `${order.status} ${order.isAtBroker}`
    const isNews = !snapshot && this.#stages.get(order.id) !== stage
    this.#stages.set(order.id, stage)
    this.#patch<TradingOrder>(ordersQuery.queryKey, (known) => upsert(known, order))
    // Until the broker has an order it goes by another id: the list knows which rows are one.
    if (!snapshot) this.#readOrdersSoon()
    if (isNews) announceOrder(order, this.#instruments())
  }

  #execution({ snapshot, ...execution }: Execution & { readonly snapshot: boolean }): void {
    // What is there after subscribing, the list has too.
    if (snapshot) return
    this.#patch<Execution>(executionsQuery.queryKey, (known) => upsert(known, execution).slice(0, MAX_EXECUTIONS))
    announceExecution(execution, this.#instruments())
  }

  #brokerStatus(status: BrokerStatus): void {
    const { connectionId, isConnected } = status
    // Its error may have come with it.
    if (isConnected === false) void this.#client.invalidateQueries({ queryKey: exchangeKeysQuery.queryKey })
    this.#client.setQueryData(brokerStatusesQuery.queryKey, (known) => [
      ...(known ?? []).filter((one) => one.connectionId !== connectionId),
      status,
    ])
    this.#patch<TradingAccount>(accountsQuery.queryKey, (accounts) =>
      accounts.map((account) =>
        account.connectionId === connectionId ? { ...account, connected: isConnected } : account,
      ),
    )
  }

  #readOrdersSoon(): void {
    clearTimeout(this.#ordersTimer)
    this.#ordersTimer = setTimeout(() => {
      void this.#client.invalidateQueries({ queryKey: ordersQuery.queryKey })
      // Accounts say how many work.
      void this.#client.invalidateQueries({ queryKey: accountsQuery.queryKey })
    }, ORDERS_AFTER_MS)
  }

  #account(account: TradingAccount): void {
    const wasCalled = this.#marginCalls.get(account.id) ?? false
    this.#marginCalls.set(account.id, account.marginCall)
    this.#patch<TradingAccount>(accountsQuery.queryKey, (known) => upsert(known, account))
    if (account.marginCall && !wasCalled) void showMarginCall()
    const before = this.#levels.get(account.id)
    this.#levels.set(account.id, account.level)
    // What was so before somebody looked is shown, and no news.
    if (before !== undefined && before !== account.level && account.level !== 'ACTIVE') announceLevel(account)
  }

  #instruments() {
    return this.#client.getQueryData(instrumentsQuery.queryKey) ?? []
  }

  /** Also an answer that is under way, and may be older. A list that was never loaded stays unknown. */
  #patch<Row extends Identified>(queryKey: QueryKey, change: (rows: readonly Row[]) => readonly Row[]): void {
    const patch = (): void => {
      this.#client.setQueryData<readonly Row[]>(queryKey, (rows) => (rows === undefined ? undefined : change(rows)))
    }
    patch()
    patchPending(this.#client, queryKey, patch)
  }
}

function upsert<Row extends Identified>(rows: readonly Row[], row: Row): readonly Row[] {
  const index = rows.findIndex(({ id }) => id === row.id)
  return index === -1 ? [row, ...rows] : rows.with(index, row)
}
