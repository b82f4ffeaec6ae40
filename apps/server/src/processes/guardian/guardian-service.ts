import { type Drizzle, INTENTS_CHANNEL, readListings } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import type { Vault } from '@tradeloom/vault/open'
import { KeyRefused, type VenueAdapter } from '@tradeloom/venues'
import { refuseGuardianKey } from '../../trading-core/connections/refuse-guardian-key.ts'
import { DiskReserve } from '../../platform/health/disk-reserve.ts'
import { guardLease } from '../../platform/leases/guard-lease.ts'
import type { LeaseOwner } from '../../platform/leases/lease-owner.ts'
import { type Lease, releaseLease, takeLease } from '../../platform/leases/leases.ts'
import { LeasedService, lostLeases } from '../../platform/processes/leased-service.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import { practicedPrices } from '../../trading-core/prices/practiced-prices.ts'
import { Valuation, type ValuationParts } from '../../trading-core/prices/valuation.ts'
import { AccountGuard } from './account-guard.ts'
import { AskingCloser } from './asking-closer.ts'
import type { Closer } from './closer.ts'
import { GuardFile, type SavedGuard } from './guard-file.ts'
import { Heartbeat, type HeartbeatOptions } from './heartbeat.ts'
import { heartbeatProblems } from './heartbeat-checks.ts'
import { writeLevel, writePeak, writeReference, writeWarning } from './guard-store.ts'
import type { GuardianCommand, GuardianEvent } from './guardian-messages.ts'
import { KeylessCloser } from './keyless-closer.ts'
import { LeftClosings } from './left-closings.ts'
import { MeasuredNews } from './measured-news.ts'
import { type OpenedParts, openedAccount } from './opened-account.ts'
import { type SealedConnection, type StoredGuard, storedGuards } from './stored-guards.ts'
import { SwitchOfGuardian } from './switch-of-guardian.ts'
import { VenueCloser } from './venue-closer.ts'
import { whatItCannot, whatItCouldNot } from './what-it-cannot.ts'

const READ_MS = 500
const JUDGE_MS = 150
const LEFT_MS = 250
const MEASURED_MS = 1_000
const SAVE_MS = 2_000
const LISTINGS_MS = 10_000
/** A database that does not answer at the start is away: what was known before is guarded. */
const AWAY_MS = 3_000
/** No question may hang: the database may be frozen, and not only gone. */
const QUERY_MS = 3_000

type Open = Extract<GuardianCommand, { do: 'open' }>

export interface GuardianServiceParts {
  readonly adapters: readonly VenueAdapter[]
  /** Null if there is no key to open secrets with: only paper accounts are guarded then. */
  readonly vault: Promise<Vault | null>
  readonly ticks: TickSource
  readonly emit: (event: GuardianEvent) => void
}

interface HeldGuard {
  readonly guard: AccountGuard
  /** Null on paper, where nothing but the database is asked. */
  readonly left: LeftClosings | null
  /** Null while it comes from the file, and the database has not answered. */
  readonly lease: Lease | null
  readonly takenAt: number
}

interface Findings {
  readonly reasons: readonly string[]
  readonly cannot: string | null
}

/** The process `guardian`: watches each account that is to be guarded and that no other guardian watches. */
export class GuardianService {
  readonly #command: Open
  readonly #parts: GuardianServiceParts
  readonly #guards = new Map<string, HeldGuard>()
  readonly #findings = new Map<string, Findings>()
  readonly #file: GuardFile
  readonly #service: LeasedService
  readonly #db: Drizzle
  readonly #keys: OpenedParts
  readonly #priced: ValuationParts
  readonly #pricing: Valuation
  readonly #heartbeat: Heartbeat | null
  readonly #switch: SwitchOfGuardian
  #listings: readonly ListedInstrument[] = []
  #listedAt = -Infinity
  #awayTimer: NodeJS.Timeout | undefined
  /** Accounts that the guardians of other servers watch. */
  #elsewhere: readonly string[] = []
  #watched = ''

  constructor(command: Open, parts: GuardianServiceParts) {
    this.#command = command
    this.#parts = parts
    this.#keys = { ...parts, marketDir: command.marketDir }
    this.#file = new GuardFile(command.file)
    this.#service = new LeasedService({
      connection: { ...command.connection, query_timeout: QUERY_MS },
      channel: INTENTS_CHANNEL,
      scan: (owner) => this.#read(owner),
      // What is to be guarded is read in any case.
      wake: async () => undefined,
      onLeases: (epochs, askedAt) => this.#keepOnly(epochs, askedAt),
      onFailure: (accountId, message) => parts.emit({ kind: 'failed', accountId, message }),
    })
    this.#db = this.#service.db
    this.#priced = { ticks: parts.ticks, listings: async () => this.#listings, now: () => Date.now() }
    this.#pricing = new Valuation(this.#priced)
    this.#heartbeat = command.heartbeat && this.#beat(command.heartbeat)
    this.#switch = this.#openSwitch()
    this.#start()
  }

  #start(): void {
    const service = this.#service
    void service.joined.then(() => this.look())
    service.every(READ_MS, () => this.look())
    service.every(JUDGE_MS, () => this.#judgeAll())
    service.every(LEFT_MS, () => this.#sendLeft())
    service.every(JUDGE_MS, async () => this.#switch.look())
    const measured = new MeasuredNews((one) => this.#parts.emit({ kind: 'measured', ...one }))
    service.every(MEASURED_MS, async () => measured.look(this.#all()))
    service.every(SAVE_MS, async () => {
      this.#save()
      const instrumentIds = this.#all().flatMap((guard) => guard.instrumentIds)
      this.#parts.emit({ kind: 'wanted', instrumentIds: [...new Set(instrumentIds)] })
    })
    this.#awayTimer = setTimeout(() => void service.safely(this.#goOnWithout()), AWAY_MS)
  }

  #all(): AccountGuard[] {
    return [...this.#guards.values()].map(({ guard }) => guard)
  }

  #openSwitch(): SwitchOfGuardian {
    return new SwitchOfGuardian({
      command: this.#command,
      db: this.#db,
      guards: () => this.#all(),
      onStored: () => void this.look(),
      work: (guard) => void this.#service.safely(this.#judge(guard), guard.stored.accountId),
      report: (message) => this.#service.report(null, new Error(message)),
    })
  }

  async stop(): Promise<void> {
    this.#service.stop()
    clearTimeout(this.#awayTimer)
    this.#heartbeat?.stop()
    this.#switch.close()
    this.#save()
    const held = [...this.#guards.values()]
    await Promise.all(held.map(({ left }) => left?.settled()))
    for (const { guard } of held) guard.close()
    await this.#service.close()
  }

  /** Reads what is to be guarded. */
  look(): Promise<void> {
    return this.#service.scan()
  }

  async #read(owner: LeaseOwner): Promise<void> {
    const { adapters } = this.#parts
    const { urls } = this.#command
    if (performance.now() - this.#listedAt > LISTINGS_MS) {
      this.#listings = await readListings(this.#db)
      this.#listedAt = performance.now()
    }
    const askedAt = performance.now()
    const stored = await storedGuards(this.#db, adapters, urls, Date.now())
    const wanted = new Map(stored.map((one) => [one.accountId, one]))
    for (const [id, { lease }] of this.#guards) {
      if (wanted.has(id)) continue
      this.#drop(id)
      if (lease) await this.#db.transaction((tx) => releaseLease(tx, lease))
    }
    const elsewhere: string[] = []
    for (const one of stored) {
      const taking = this.#take(one, owner.id, askedAt).then((isMine) => void (isMine || elsewhere.push(one.accountId)))
      await this.#service.safely(taking, one.accountId)
    }
    this.#elsewhere = elsewhere
    this.#tellWatched()
  }

  async #readOne(accountId: string): Promise<StoredGuard | null> {
    const { adapters } = this.#parts
    try {
      const [stored] = await storedGuards(this.#db, adapters, this.#command.urls, Date.now(), accountId)
      return stored ?? null
    } catch (error) {
      this.#service.report(accountId, error)
      return null
    }
  }

  /** Nothing but this process sends it: a frozen one is silent. */
  #beat(heartbeat: HeartbeatOptions): Heartbeat {
    const logger = { warn: () => undefined, info: () => undefined }
    const checks = {
      db: this.#db,
      disk: new DiskReserve({ folder: this.#command.dataDir, logger }),
      everyMs: heartbeat.everyMs,
      venueAccounts: () => this.#all().flatMap(({ stored }) => (stored.connection === null ? [] : [stored.accountId])),
      instrumentIds: () => this.#all().flatMap((guard) => guard.instrumentIds),
      listing: (id: string) => this.#pricing.instrument(id),
      price: (id: string) => this.#pricing.price(id),
      now: () => Date.now(),
    }
    const failed = (error: unknown): void => this.#service.report(null, error)
    return new Heartbeat(heartbeat, () => heartbeatProblems(checks), failed)
  }

  /** False if the guardian of another server watches it. */
  async #take(stored: StoredGuard, owner: string, askedAt: number): Promise<boolean> {
    const { accountId } = stored
    const known = this.#guards.get(accountId)
    if (known?.lease && isSameKey(known.guard.stored, stored)) {
      known.guard.update(stored, askedAt)
      return true
    }
    const lease = known?.lease ?? (await this.#db.transaction((tx) => takeLease(tx, guardLease(accountId), owner)))
    const saved = known?.guard.saved ?? this.#file.load()?.guards.find((one) => one.stored.accountId === accountId)
    if (!lease) {
      this.#drop(accountId)
      return false
    }
    const of = { stored, raised: saved?.raised ?? null, closings: saved?.closings ?? [] }
    const { guard, left } = await this.#guard(of, lease)
    // What an earlier guard of the account has on its way is over before.
    await known?.left?.settled()
    // Only now: what is saved meanwhile contains the account.
    this.#drop(accountId)
    this.#guards.set(accountId, { guard, left, lease, takenAt: performance.now() })
    return true
  }

  /** Guards what was guarded before, while the database is away from the start on. */
  async #goOnWithout(): Promise<void> {
    if (this.#service.owner || this.#service.isStopped) return
    const saved = this.#file.load()
    if (!saved) return
    this.#listings = saved.listings
    for (const one of saved.guards) {
      const { guard } = await this.#guard(one, null)
      // It may have answered meanwhile.
      if (this.#guards.has(one.stored.accountId)) guard.close()
      else this.#guards.set(one.stored.accountId, { guard, left: null, lease: null, takenAt: performance.now() })
    }
    this.#tellWatched()
  }

  async #guard(saved: SavedGuard, lease: Lease | null): Promise<Pick<HeldGuard, 'guard' | 'left'>> {
    const { stored, raised } = saved
    const { emit } = this.#parts
    const { connection, accountId, userId } = stored
    const account = { accountId, userId }
    const closer = await this.#closer(saved)
    let left: LeftClosings | null = null
    const guard: AccountGuard = new AccountGuard(stored, raised, {
      pricing: connection ? this.#pricing : practicedPrices({ ...this.#priced, drill: () => guard.stored.drill }),
      closer,
      settled: async () => left?.settled(),
      now: () => Date.now(),
      save: () => this.#save(),
      write: (accountId, change, isHeld) => this.#try(writeLevel(this.#db, accountId, change, isHeld), accountId),
      read: (accountId) => this.#readOne(accountId),
      refer: async (id, reference) => void (await this.#try(writeReference(this.#db, id, reference), id)),
      peak: async (accountId, since, result) =>
        void (await this.#try(writePeak(this.#db, accountId, since, result), accountId)),
      onFindings: (reasons) => this.#tellFindings(guard.stored, { reasons }),
      onRaised: ({ level, reason }) => emit({ kind: 'raised', account, level, reason }),
      onFlat: () => emit({ kind: 'flat', account }),
    })
    if (lease && connection && closer instanceof VenueCloser)
      left = await this.#left(guard, { lease, closer, connection })
    return { guard, left }
  }

  async #left(
    guard: AccountGuard,
    of: { readonly lease: Lease; readonly closer: VenueCloser; readonly connection: SealedConnection },
  ): Promise<LeftClosings | null> {
    const { lease, closer, connection } = of
    const { adapter, account } = await openedAccount(connection, this.#keys)
    const gateway = adapter.openOrders?.(account)
    if (!gateway) return null
    return new LeftClosings({
      db: this.#db,
      accountId: guard.stored.accountId,
      model: guard.stored.model,
      lease,
      gateway,
      listing: (id) => this.#pricing.instrument(id),
      bid: async (id) => (await this.#pricing.price(id))?.bid ?? null,
      isBooked: (id, but) => closer.isBooked(guard.stored, id, but),
      sellable: (listing, tiedUp) => closer.sellable(listing, tiedUp, guard.stored.model),
      isClosingDown: () => guard.isClosingDown,
      now: () => Date.now(),
    })
  }

  /** Those of each account go out one after the other; nothing else waits for them. */
  async #sendLeft(): Promise<void> {
    await Promise.all([...this.#guards].map(([id, { left }]) => left && this.#service.safely(left.step(), id)))
  }

  async #closer({ stored, closings }: SavedGuard): Promise<Closer> {
    const { accountId, connection, venue } = stored
    const { installation } = this.#command
    const { now } = this.#priced
    const listing = (instrumentId: string) => this.#listings.find(({ id }) => id === instrumentId) ?? null
    const bid = async (instrumentId: string) => (await this.#pricing.price(instrumentId))?.bid ?? null
    if (!connection && venue !== 'paper') return new KeylessCloser(closings)
    if (!connection || connection.guardianKey === null)
      return new AskingCloser({ db: this.#db, installation, closings, listing, bid, now })
    return new VenueCloser({
      ...(await openedAccount(connection, this.#keys)),
      accountId,
      installation,
      closings,
      listing,
      bid,
      save: () => this.#save(),
      now,
      tell: (message) => this.#service.report(accountId, new Error(message)),
    })
  }

  async #judgeAll(): Promise<void> {
    await Promise.all([...this.#guards].map(([id, { guard }]) => this.#service.safely(this.#judge(guard), id)))
  }

  async #judge(guard: AccountGuard): Promise<void> {
    const { stored } = guard
    const adapter = this.#parts.adapters.find(({ id }) => id === stored.venue)
    const venue = adapter?.displayName ?? stored.venue
    try {
      await guard.work()
      this.#tellFindings(stored, { cannot: whatItCouldNot(stored, venue) })
    } catch (error) {
      if (adapter && error instanceof KeyRefused) await this.#refuseOwnKey(adapter, stored, error.message)
      const cannot = whatItCannot(error, venue)
      if (cannot !== null) this.#tellFindings(stored, { cannot })
      throw error
    }
  }

  /** Without it, others are asked to close the account's positions. */
  async #refuseOwnKey(adapter: VenueAdapter, { userId, connection }: StoredGuard, problem: string): Promise<void> {
    if (typeof connection?.guardianKey !== 'string') return
    const guardianKey = Buffer.from(connection.guardianKey, 'base64')
    await refuseGuardianKey(this.#db, { id: connection.id, userId, adapter, guardianKey }, problem, false)
    await this.look()
  }

  /** What the rules say of an account, and what the guardian cannot do about it. Told when it changes. */
  #tellFindings({ accountId, userId, drill }: StoredGuard, news: Partial<Findings>): void {
    if (drill && news.reasons?.length) void this.#try(writeWarning(this.#db, accountId, news.reasons), accountId)
    const before = this.#findings.get(accountId) ?? { reasons: [], cannot: null }
    const now = { ...before, ...news }
    this.#findings.set(accountId, now)
    if (now.cannot === before.cannot && now.reasons === before.reasons) return
    const reasons = now.cannot === null ? now.reasons : [...now.reasons, now.cannot]
    this.#parts.emit({ kind: 'findings', account: { accountId, userId }, reasons })
  }

  #keepOnly(epochs: ReadonlySet<number>, askedAt: number): void {
    for (const [id] of lostLeases(this.#guards, epochs, askedAt)) this.#drop(id)
    this.#tellWatched()
  }

  #drop(accountId: string): void {
    this.#guards.get(accountId)?.guard.close()
    this.#guards.delete(accountId)
    this.#findings.delete(accountId)
  }

  #save(): void {
    const guards = this.#all().map((guard) => guard.saved)
    const wanted = new Set(guards.flatMap(({ stored }) => stored.positions.map(({ instrumentId }) => instrumentId)))
    const listings = this.#listings.filter(({ id }) => wanted.has(id))
    // Nothing was ever guarded: no file.
    if (guards.length > 0 || this.#file.load()) this.#file.save({ guards, listings })
  }

  #tellWatched(): void {
    const accountIds = [...this.#guards.keys(), ...this.#elsewhere]
    if (accountIds.join() === this.#watched) return
    this.#watched = accountIds.join()
    this.#parts.emit({ kind: 'watching', accountIds })
  }

  async #try(work: Promise<unknown>, accountId: string): Promise<boolean> {
    try {
      await work
      return true
    } catch (error) {
      this.#service.report(accountId, error)
      return false
    }
  }
}

function isSameKey(one: StoredGuard, other: StoredGuard): boolean {
  return JSON.stringify(one.connection) === JSON.stringify(other.connection)
}
