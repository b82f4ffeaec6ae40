import type { Bus } from '@tradeloom/bus'
import type { BrokerStatus, Execution, TradingAccount, TradingOrder, TradingPosition } from '@tradeloom/contracts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { AccountsService } from './accounts.service.ts'
import type { PositionsService } from './positions.service.ts'
import type { TradingRepository } from './trading.repository.ts'

/** On the bus as `account.<user>`: what has changed, as its owner sees it. */
export type AccountMessage = { readonly userId: string; readonly accountId: string; readonly id: string } & (
  | { readonly kind: 'order'; readonly data: TradingOrder }
  | { readonly kind: 'execution'; readonly data: Execution }
  | { readonly kind: 'position'; readonly data: TradingPosition }
  | { readonly kind: 'position-deleted'; readonly data: { readonly id: string } }
  | { readonly kind: 'balance'; readonly data: TradingAccount }
  | { readonly kind: 'broker'; readonly data: BrokerStatus }
)

/** Something of an account that has changed, by its id. */
export interface AccountChange {
  readonly userId: string
  readonly accountId: string
  readonly kind: 'order' | 'execution' | 'position' | 'balance' | 'control'
  readonly id: string
}

/** Tells browsers and sessions what has changed in accounts. */
export class TradingNews {
  readonly #bus: Pick<Bus, 'publish'>
  readonly #repository: TradingRepository
  readonly #accounts: AccountsService
  readonly #positions: PositionsService
  /** Paper connections by user. */
  readonly #followers = new Map<string, readonly string[]>()
  /** What is being told last, by user. */
  readonly #last = new Map<string, Promise<void>>()

  constructor(
    bus: Pick<Bus, 'publish'>,
    repository: TradingRepository,
    accounts: AccountsService,
    positions: PositionsService,
  ) {
    this.#bus = bus
    this.#repository = repository
    this.#accounts = accounts
    this.#positions = positions
  }

  /** A user who looks at the state of connections is told when it changes. */
  follow(userId: string, paperConnections: readonly string[]): void {
    this.#followers.set(userId, paperConnections)
  }

  /** The process that all paper connections depend on has come or gone. */
  publishStatus(isConnected: boolean | null): void {
    for (const [userId, connections] of this.#followers) {
      for (const id of connections) this.publishConnection(userId, id, isConnected)
    }
  }

  /** The connection of one user has come or gone. */
  publishConnection(userId: string, connectionId: string, isConnected: boolean | null): void {
    const data = { connectionId, isConnected }
    this.publish({ kind: 'broker', userId, accountId: '', id: connectionId, data })
  }

  publish(message: AccountMessage): void {
    this.#bus.publish(`account.${message.userId}`, message)
  }

  /** Changes of a user one after the other, so that nothing older is told after what is newer. */
  tell(change: AccountChange): Promise<void> {
    const { userId } = change
    const told = (this.#last.get(userId) ?? Promise.resolve()).then(() => this.#publishNow(change))
    const settled: Promise<void> = told
      .catch(() => undefined)
      .then(() => void (this.#last.get(userId) === settled && this.#last.delete(userId)))
    this.#last.set(userId, settled)
    return told
  }

  /** Reads what has changed, as it is now, and tells it. */
  async #publishNow(change: AccountChange): Promise<void> {
    try {
      const message = await this.#messageOf(change)
      if (message) this.publish(message)
    } catch (error) {
      // It may be gone, with its account.
      if (!(error instanceof AppError)) throw error
    }
  }

  async #messageOf({ kind, userId, accountId, id }: AccountChange): Promise<AccountMessage | null> {
    const of = { userId, accountId, id }
    switch (kind) {
      case 'order': {
        const found = await this.#repository.order(userId, id)
        // What the venue has is shown as its own order.
        const stored = found ? null : await this.#repository.intent(userId, id)
        const data = found
          ? await this.#positions.viewOrder(found)
          : stored && stored.intent.venueId === null
            ? await this.#positions.viewIntent(stored)
            : null
        return data && { ...of, kind, data }
      }
      case 'execution': {
        const fill = await this.#repository.execution(userId, accountId, id)
        return fill && { ...of, kind, data: await this.#positions.viewExecution(fill) }
      }
      case 'position':
        return { ...of, kind, data: await this.#positions.get(id, userId) }
      case 'balance':
      case 'control':
        return { ...of, kind: 'balance', data: await this.#accounts.get(accountId, userId) }
    }
  }
}
