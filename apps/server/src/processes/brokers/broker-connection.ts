import type { Drizzle } from '@tradeloom/database'
import { type Vault } from '@tradeloom/vault/open'
import { type AccountReader, KeyRefused, type KeyRights, type OrderGateway, type VenueAccount } from '@tradeloom/venues'
import { unsealAccount } from '../../trading-core/connections/unseal-account.ts'
import type { UsableConnection } from '../../trading-core/connections/usable-connections.ts'
import type { ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import { takeLease } from '../../platform/leases/leases.ts'
import type { BrokersEvent } from './brokers-messages.ts'
import type { PriceLog } from './price-log.ts'
import { accountCurrency } from './account-currency.ts'
import { isUnreadable, problemOfRights, reasonOf } from './key-problems.ts'
import { OrderNumbers } from './order-numbers.ts'
import { connectedAccount, DoubleConnection, ModelChanged, noteError, refuseKey } from './stored-connections.ts'
import { workElsewhere } from './work-elsewhere.ts'
import { VenueAccountWork } from './venue-account-work.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000

export interface BrokerConnectionParts {
  readonly db: Drizzle
  /** The id of this process as the owner of leases; it changes. */
  readonly owner: () => string
  readonly vault: Vault
  readonly connection: UsableConnection
  readonly installation: string
  readonly prices: PriceLog
  readonly marketDir: string
  readonly reach: ReachCrashPoint
  readonly emit: (event: BrokersEvent) => void
}

/** The work on one account. */
interface OpenAccount {
  readonly work: VenueAccountWork
  /** When its lease was known to be held. */
  readonly takenAt: number
  isConnected: boolean | null
}

/** An account that the key opens, as it was found. */
interface FoundAccount {
  readonly account: VenueAccount
  readonly reader: AccountReader
  readonly gateway: OrderGateway
  readonly rights: KeyRights
}

/** The connection of one user to one venue: it tries the key, and then works on the accounts that it opens. */
export class BrokerConnection {
  readonly #parts: BrokerConnectionParts
  #open: readonly OpenAccount[] = []
  /** Whether there is work on all accounts that the key opens. */
  #isWhole = false
  #opening: Promise<void> | null = null
  #pause = FIRST_PAUSE_MS
  #notBefore = -Infinity
  #isClosed = false
  #told: boolean | null = null
  /** An answer could not be read, and the reason stands at the connection. */
  #isNoted = false
  /** Another server works on its account. */
  #isElsewhere = false

  constructor(parts: BrokerConnectionParts) {
    this.#parts = parts
  }

  get accountId(): string | null {
    return this.#open[0]?.work.accountId ?? null
  }

  /** Null while it was not tried yet, or another process works on it. */
  get isConnected(): boolean | null {
    return this.#isElsewhere ? null : this.#told
  }

  /** Connects if it is time to, and does what is due on the account. */
  async work(): Promise<void> {
    if (!this.#isWhole && !this.#isClosed && performance.now() >= this.#notBefore) {
      this.#opening ??= this.#try().finally(() => (this.#opening = null))
      await this.#opening
    }
    await this.#onAccounts((work) => work.tick())
    if (!this.#isNoted || !this.#open.every(({ isConnected }) => isConnected)) return
    this.#isNoted = false
    await noteError(this.#parts.db, this.#parts.connection.id, null)
  }

  /** Markets whose prices it needs. */
  get instrumentIds(): ReadonlySet<string> {
    return new Set(this.#open.flatMap(({ work }) => [...work.instrumentIds]))
  }

  /** A market has a new price. */
  async price(instrumentId: string): Promise<void> {
    await this.#onAccounts((work) => work.price(instrumentId))
  }

  /** The account has something to send. */
  async wake(): Promise<void> {
    await this.#onAccounts((work) => work.wake())
  }

  async lookUp(): Promise<void> {
    await this.#onAccounts((work) => work.lookUp())
  }

  /** Forgets the account if its lease is not among those that this process still has. */
  keepOnly(epochs: ReadonlySet<number>, askedAt: number): void {
    for (const one of this.#open) {
      // The answer may be older than the lease.
      if (askedAt >= one.takenAt && !epochs.has(one.work.lease.epoch)) this.#drop(one)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#dropAll()
  }

  async #try(): Promise<void> {
    const { db, connection } = this.#parts
    try {
      await this.#connect()
    } catch (error) {
      const isRefused = error instanceof KeyRefused || error instanceof DoubleConnection
      // What keeps one account from being opened is no reason to leave the others alone.
      if (isRefused) this.#dropAll()
      this.#waitLonger()
      const reason = reasonOf(error, connection.adapter.displayName)
      if (isRefused) await refuseKey(db, connection, reason)
      else await noteError(db, connection.id, reason)
      this.#tell(false, isRefused)
    }
  }

  async #connect(): Promise<void> {
    const { db, owner, vault, connection, marketDir } = this.#parts
    // The venue is not asked: whoever works on the account spends the rate budget.
    const elsewhere = await workElsewhere(db, connection.id, owner())
    this.#isElsewhere = elsewhere !== null
    if (elsewhere) return this.#tell(elsewhere.isConnected)
    const account = await unsealAccount(vault, connection, marketDir)
    const names = await connection.adapter.listAccounts?.(account)
    const found: FoundAccount[] = []
    const failures: unknown[] = []
    for (const one of names?.map((accountNo) => ({ ...account, accountNo })) ?? [account]) {
      try {
        found.push(await this.#find(one))
      } catch (error) {
        if (error instanceof KeyRefused) throw error
        failures.push(error)
      }
    }
    const [refused] = found.flatMap(({ rights }) => {
      const problem = problemOfRights(rights)
      return problem === null ? [] : [{ problem, isErased: rights.canWithdraw }]
    })
    if (refused) {
      this.#waitLonger()
      await refuseKey(db, connection, refused.problem, refused.isErased)
      return this.#tell(false, true)
    }
    const opened: boolean[] = []
    for (const one of found) {
      try {
        opened.push(await this.#begin(one))
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    this.#isWhole = opened.every(Boolean)
    this.#pause = FIRST_PAUSE_MS
  }

  async #find(account: VenueAccount): Promise<FoundAccount> {
    const { adapter } = this.#parts.connection
    const reader = adapter.openAccount?.(account)
    const gateway = adapter.openOrders?.(account)
    if (!reader || !gateway) throw new Error(`${adapter.displayName} takes no keys`)
    return { account, reader, gateway, rights: await reader.rights() }
  }

  /** Returns whether this process works on the account. */
  async #begin({ account, reader, gateway, rights }: FoundAccount): Promise<boolean> {
    const { db, owner, connection, installation, prices, reach, emit } = this.#parts
    const { adapter, userId } = connection
    const currency = rights.currency ?? accountCurrency(await reader.balances())
    const { id: accountId, model } = await connectedAccount(db, connection, rights, currency)
    if (this.#open.some(({ work }) => work.accountId === accountId)) return true
    const lease = await db.transaction((tx) => takeLease(tx, { kind: 'account', key: accountId }, owner()))
    // Another process works on it.
    if (!lease || this.#isClosed) return false
    const takenAt = performance.now()
    const numbers = new OrderNumbers(db, accountId)
    const work: VenueAccountWork = new VenueAccountWork({
      db,
      accountId,
      userId,
      venue: adapter.id,
      currency,
      model,
      lease,
      reader,
      gateway: numbers.gateway(gateway),
      installation,
      prices,
      reach,
      now: () => Date.now(),
      openStream: numbers.stream((sink, from) => adapter.openAccountStream?.(account, sink, from) ?? null),
      onChange: (kind, rowId) => emit({ kind: 'changed', change: { userId, accountId, kind, id: rowId } }),
      onConnected: (isConnected) => this.#connected(work, isConnected),
    })
    this.#open = [...this.#open, { work, takenAt, isConnected: null }]
    return true
  }

  /** The connection is there if all of its accounts are. */
  #connected(work: VenueAccountWork, isConnected: boolean): void {
    const one = this.#open.find((open) => open.work === work)
    if (one) one.isConnected = isConnected
    if (!isConnected) this.#tell(false)
    else if (this.#isWhole && this.#open.every((open) => open.isConnected)) this.#tell(true)
  }

  async #onAccounts(task: (work: VenueAccountWork) => Promise<void>): Promise<void> {
    await Promise.all(this.#open.map((one) => this.#onAccount(one, task)))
  }

  async #onAccount(one: OpenAccount, task: (work: VenueAccountWork) => Promise<void>): Promise<void> {
    try {
      await task(one.work)
    } catch (error) {
      // It is opened anew, in the model that it has now.
      if (error instanceof LeaseLost || error instanceof ModelChanged) this.#drop(one)
      if (isUnreadable(error)) {
        const { db, connection } = this.#parts
        this.#isNoted = true
        await noteError(db, connection.id, reasonOf(error, connection.adapter.displayName))
      }
      if (error instanceof KeyRefused) {
        const { db, connection } = this.#parts
        this.#dropAll()
        this.#waitLonger()
        this.#tell(false, true)
        await refuseKey(db, connection, reasonOf(error, connection.adapter.displayName))
      }
      throw error
    }
  }

  #waitLonger(): void {
    this.#notBefore = performance.now() + this.#pause
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS)
  }

  #drop(one: OpenAccount): void {
    one.work.close()
    this.#open = this.#open.filter((open) => open !== one)
    this.#isWhole = false
  }

  #dropAll(): void {
    for (const one of this.#open) this.#drop(one)
  }

  #tell(isConnected: boolean, isRefused = false): void {
    // Each failed attempt is told: somebody may wait for it.
    if (isConnected && this.#told) return
    this.#told = isConnected
    const { connection, emit } = this.#parts
    emit({ kind: 'status', userId: connection.userId, connectionId: connection.id, isConnected, isRefused })
  }
}
