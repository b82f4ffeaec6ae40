import { INTENTS_CHANNEL } from '@tradeloom/database'
import type { Vault } from '@tradeloom/vault/open'
import type { VenueAdapter } from '@tradeloom/venues'
import { NO_CRASHES, type ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import type { LeaseOwner } from '../../platform/leases/lease-owner.ts'
import { LeasedService } from '../../platform/processes/leased-service.ts'
import { AwayNews } from './away-news.ts'
import { BrokerConnection } from './broker-connection.ts'
import { GuardianKeys } from './guardian-keys.ts'
import type { BrokersCommand, BrokersEvent } from './brokers-messages.ts'
import { usableConnections } from '../../trading-core/connections/usable-connections.ts'
import type { PriceLog } from './price-log.ts'
import { connectionOf } from './stored-connections.ts'

const SCAN_MS = 1_000
const LOOK_UP_MS = 500
/** Demands for prices last a while, so they are repeated. */
const WANT_MS = 5_000

type Open = Extract<BrokersCommand, { do: 'open' }>

export interface BrokersServiceParts {
  readonly adapters: readonly VenueAdapter[]
  readonly prices: PriceLog
  /** Null if there is no key to open secrets with. */
  readonly vault: Promise<Vault | null>
  readonly emit: (event: BrokersEvent) => void
}

/** The process `brokers`: connects to the venues of users with their keys, and works on their accounts there. */
export class BrokersService {
  readonly #command: Open
  readonly #parts: BrokersServiceParts
  readonly #connections = new Map<string, BrokerConnection>()
  readonly #away: AwayNews
  readonly #reach: ReachCrashPoint
  readonly #service: LeasedService
  #guardianKeys: GuardianKeys | null = null

  constructor(command: Open, parts: BrokersServiceParts) {
    this.#command = command
    this.#parts = parts
    const { crashAt } = command
    this.#reach =
      crashAt === undefined ? NO_CRASHES : (point) => void (point === crashAt && process.kill(process.pid, 'SIGKILL'))
    this.#service = new LeasedService({
      connection: command.connection,
      channel: INTENTS_CHANNEL,
      scan: (owner) => this.#scan(owner),
      wake: (accountId) => this.#wake(accountId),
      onLeases: (epochs, askedAt) => {
        for (const one of this.#connections.values()) one.keepOnly(epochs, askedAt)
      },
      isExpected: (error) => error instanceof LeaseLost,
      onFailure: (accountId, message) => parts.emit({ kind: 'failed', accountId, message }),
    })
    this.#away = new AwayNews(this.#service.db, () => Date.now())
    void this.#start()
  }

  async #start(): Promise<void> {
    const service = this.#service
    await service.joined
    service.every(SCAN_MS, () => this.look())
    service.every(LOOK_UP_MS, () => this.#each((one) => one.lookUp()))
    service.every(WANT_MS, async () => this.#want())
    await this.look()
    this.#parts.emit({ kind: 'ready' })
  }

  async stop(): Promise<void> {
    this.#service.stop()
    for (const one of this.#connections.values()) one.close()
    await this.#service.close()
  }

  /** Opens connections that have come, closes those that have gone, and works on accounts with something to do. */
  look(): Promise<void> {
    return this.#service.scan()
  }

  /** New prices of an instrument were logged. */
  async tick(instrumentId: string): Promise<void> {
    await this.#each((one) => one.price(instrumentId))
  }

  #want(): void {
    const instrumentIds = [...new Set([...this.#connections.values()].flatMap((one) => [...one.instrumentIds]))]
    if (instrumentIds.length > 0) this.#parts.emit({ kind: 'wanted', instrumentIds })
  }

  async #scan(owner: LeaseOwner): Promise<void> {
    const { db } = this.#service
    const vault = await this.#parts.vault
    if (!vault) return
    const { adapters, emit } = this.#parts
    const usable = await usableConnections(db, adapters, this.#command.urls)
    const wanted = new Map(usable.map((one) => [one.id, one]))
    for (const [id, one] of this.#connections) {
      if (wanted.has(id)) continue
      one.close()
      this.#connections.delete(id)
    }
    for (const [id, connection] of wanted) {
      if (this.#connections.has(id)) continue
      const { installation, marketDir } = this.#command
      const { prices } = this.#parts
      const parts = { db, owner: () => owner.id, vault, connection, installation, prices, marketDir, emit }
      this.#connections.set(id, new BrokerConnection({ ...parts, reach: this.#reach }))
    }
    // A venue that is slow holds up no other one.
    void this.#each((one) => one.work())
    const { marketDir } = this.#command
    this.#guardianKeys ??= new GuardianKeys({ db, vault, marketDir })
    const working = usable.filter(({ id }) => this.#connections.get(id)?.isConnected)
    void this.#service.safely(this.#guardianKeys.look(working), null)
    await this.#away.look(
      usable.map(({ id, userId, adapter }) => {
        const isConnected = this.#connections.get(id)?.isConnected ?? null
        return { id, userId, venue: adapter.displayName, isConnected }
      }),
    )
  }

  async #wake(accountId: string): Promise<void> {
    const id = await connectionOf(this.#service.db, accountId)
    await this.#connections.get(id ?? '')?.wake()
  }

  async #each(work: (one: BrokerConnection) => Promise<void>): Promise<void> {
    await Promise.all([...this.#connections.values()].map((one) => this.#service.safely(work(one), one.accountId)))
  }
}
