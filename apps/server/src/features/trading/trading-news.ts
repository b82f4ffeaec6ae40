import type { Bus } from '@tradeloom/bus'
import type { BrokerStatus, Execution, TradingAccount, TradingOrder, TradingPosition } from '@tradeloom/contracts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { AccountsService } from './accounts.service.ts'
import type { PositionsService } from './positions.service.ts'
import type { SeenAccountsRepository } from './seen-accounts.repository.ts'
import type { TradingRepository } from './trading.repository.ts'

/** On the bus as `account.<user>`: what has changed, as the user sees it. */
export type AccountMessage = {
  readonly userId: string
  /** Whether the account is the user's own; of the messages about one change, one is. */
  readonly isOwner: boolean
  readonly accountId: string
  readonly id: string
} & (
  | { readonly kind: 'order'; readonly data: TradingOrder }
  | { readonly kind: 'execution'; readonly data: Execution }
  | { readonly kind: 'position'; readonly data: TradingPosition }
  | { readonly kind: 'position-deleted'; readonly data: { readonly id: string } }
  | { readonly kind: 'balance'; readonly data: TradingAccount }
  | { readonly kind: 'broker'; readonly data: BrokerStatus }
  /** They see other accounts than before. */
  | { readonly kind: 'access'; readonly data: null }
)

/** Something of an account that has changed, by its id. */
export interface AccountChange {
  readonly accountId: string
  readonly kind: 'order' | 'execution' | 'position' | 'balance' | 'control'
  readonly id: string
}

/** Tells browsers and sessions what has changed in accounts: those who see an account at that moment. */
export class TradingNews {
  readonly #bus: Pick<Bus, 'publish'>
  readonly #repository: TradingRepository
  readonly #seen: SeenAccountsRepository
  readonly #accounts: AccountsService
  readonly #positions: PositionsService
  /** Paper connections by user. */
  readonly #followers = new Map<string, readonly string[]>()
  /** What is being told last, by account. */
  readonly #last = new Map<string, Promise<void>>()

  constructor(
    bus: Pick<Bus, 'publish'>,
    repository: TradingRepository,
    seen: SeenAccountsRepository,
    accounts: AccountsService,
    positions: PositionsService,
  ) {
    this.#bus = bus
    this.#repository = repository
    this.#seen = seen
    this.#accounts = accounts
    this.#positions = positions
  }

  /** A user who looks at the state of connections is told when it changes. */
  follow(userId: string, paperConnections: readonly string[]): void {
    this.#followers.set(userId, paperConnections)
  }

  /** A user sees other connections than before. */
  async followAgain(userId: string): Promise<void> {
    if (this.#followers.has(userId)) this.follow(userId, await this.#seen.paperConnections(userId))
  }

  /** The process that all paper connections depend on has come or gone. */
  publishStatus(isConnected: boolean | null): void {
    for (const [userId, connections] of this.#followers) {
      for (const id of connections) this.#publishStatus(userId, id, isConnected)
    }
  }

  /** A connection at a venue has come or gone. */
  async tellConnection(connectionId: string, isConnected: boolean | null): Promise<void> {
    for (const userId of await this.#seen.readersOfConnection(connectionId))
      this.#publishStatus(userId, connectionId, isConnected)
  }

  /** A connection is shared with a user now, or in another way, or no longer. */
  tellAccess(userId: string): void {
    this.#publish({ kind: 'access', userId, isOwner: false, accountId: '', id: 'access', data: null })
  }

  /** A position was deleted from lists. */
  async forget(accountId: string, id: string): Promise<void> {
    for (const [place, userId] of (await this.#seen.readersOfAccount(accountId)).entries())
      this.#publish({ kind: 'position-deleted', userId, isOwner: place === 0, accountId, id, data: { id } })
  }

  /** Changes of an account one after the other, so that nothing older is told after what is newer. */
  tell(change: AccountChange): Promise<void> {
    const { accountId } = change
    const told = (this.#last.get(accountId) ?? Promise.resolve()).then(() => this.#publishNow(change))
    const settled: Promise<void> = told
      .catch(() => undefined)
      .then(() => void (this.#last.get(accountId) === settled && this.#last.delete(accountId)))
    this.#last.set(accountId, settled)
    return told
  }

  #publishStatus(userId: string, connectionId: string, isConnected: boolean | null): void {
    const data = { connectionId, isConnected }
    this.#publish({ kind: 'broker', userId, isOwner: false, accountId: '', id: connectionId, data })
  }

  #publish(message: AccountMessage): void {
    this.#bus.publish(`account.${message.userId}`, message)
  }

  /** Reads what has changed, as it is now, and tells it to each who sees it now. */
  async #publishNow(change: AccountChange): Promise<void> {
    const readers = await this.#seen.readersOfAccount(change.accountId)
    for (const [place, userId] of readers.entries()) {
      try {
        const message = await this.#messageOf(change, { userId, isOwner: place === 0 })
        if (message) this.#publish(message)
      } catch (error) {
        // It may be gone, with its account.
        if (!(error instanceof AppError)) throw error
      }
    }
  }

  async #messageOf(
    { kind, accountId, id }: AccountChange,
    reader: Pick<AccountMessage, 'userId' | 'isOwner'>,
  ): Promise<AccountMessage | null> {
    const { userId } = reader
    const of = { ...reader, accountId, id }
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
