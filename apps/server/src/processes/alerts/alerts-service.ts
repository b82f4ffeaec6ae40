import type { Drizzle } from '@tradeloom/database'
import { MinuteReader } from '@tradeloom/market-data/candles'
import { type Lease, takeLease } from '../../platform/leases/leases.ts'
import { LeasedService } from '../../platform/processes/leased-service.ts'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import { cachedListings } from '../../trading-core/prices/cached-listings.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import type { WarmUpSource } from '../../trading-core/prices/warm-up-bars.ts'
import { AlertStore } from './alert-store.ts'
import { ALERTS_CHANNEL, type AlertsCommand, type AlertsEvent } from './alerts-messages.ts'
import { InstrumentWatch } from './instrument-watch.ts'

/** Rows are looked for this often in case a doorbell was missed. */
const LOOK_MS = 2_000
const SCAN_MS = 1_000
const WANTED_MS = 2_000
/** Rows since then are judged again after a start. */
const CHECKPOINT_MS = 60_000

type Open = Extract<AlertsCommand, { do: 'open' }>

export interface AlertsServiceParts {
  readonly ticks: TickSource
  readonly emit: (event: AlertsEvent) => void
}

/** The process `alerts`: of all servers, one judges the alerts of all users. */
export class AlertsService {
  readonly #parts: AlertsServiceParts
  readonly #command: Open
  readonly #watches = new Map<string, InstrumentWatch>()
  readonly #service: LeasedService
  readonly #listings: ReturnType<typeof cachedListings>
  #store: AlertStore | null = null
  #history: Promise<WarmUpSource> | null = null
  #held: { readonly lease: Lease; readonly takenAt: number } | null = null
  #isTaking = false
  #crashes = 0

  constructor(command: Open, parts: AlertsServiceParts) {
    this.#command = command
    this.#parts = parts
    this.#service = new LeasedService({
      connection: command.connection,
      channel: ALERTS_CHANNEL,
      scan: (owner) => this.#scan(owner.id),
      wake: (instrumentId) => this.#wake(instrumentId),
      onLeases: (epochs, askedAt) => {
        const held = this.#held
        if (held && askedAt >= held.takenAt && !epochs.has(held.lease.epoch)) this.#leave()
      },
      isExpected: (error) => {
        if (error instanceof LeaseLost) this.#leave()
        return error instanceof LeaseLost
      },
      onFailure: (instrumentId, message) => parts.emit({ kind: 'failed', instrumentId, message }),
    })
    this.#listings = cachedListings(this.#service.db, Date.now)
    void this.#start()
  }

  async #start(): Promise<void> {
    const service = this.#service
    await service.joined
    service.every(LOOK_MS, () => this.#each((watch) => watch.advance()))
    service.every(SCAN_MS, () => service.scan())
    service.every(CHECKPOINT_MS, () => this.#each((watch) => watch.checkpoint()))
    service.every(WANTED_MS, async () => this.#emitWanted())
    await service.scan()
    this.#parts.emit({ kind: 'ready' })
  }

  /** New rows of an instrument are in the log. */
  tick(instrumentId: string): void {
    const watch = this.#watches.get(instrumentId)
    if (watch) void this.#service.safely(watch.advance(), instrumentId)
  }

  async stop(): Promise<void> {
    this.#service.stop()
    await this.#each((watch) => watch.checkpoint())
    await this.#service.close()
  }

  /** Another process judges them. */
  #leave(): void {
    this.#held = null
    this.#store = null
    this.#watches.clear()
  }

  #emitWanted(): void {
    if (this.#held) this.#parts.emit({ kind: 'wanted', instrumentIds: [...this.#watches.keys()] })
  }

  async #scan(owner: string): Promise<void> {
    const store = this.#store ?? (await this.#take(owner))
    if (!store) return
    const wanted = new Set(await store.instruments())
    for (const id of this.#watches.keys()) if (!wanted.has(id)) this.#watches.delete(id)
    const added = [...wanted].filter((id) => !this.#watches.has(id))
    for (const id of added) this.#watches.set(id, this.#open(id, store))
    if (added.length > 0) this.#emitWanted()
    await Promise.all(
      added.map((id) => this.#service.safely(this.#watches.get(id)?.advance() ?? Promise.resolve(), id)),
    )
  }

  async #wake(instrumentId: string): Promise<void> {
    const watch = this.#watches.get(instrumentId)
    if (!watch) return this.#service.scan()
    watch.reload()
    await watch.advance()
  }

  async #take(owner: string): Promise<AlertStore | null> {
    if (this.#isTaking) return null
    this.#isTaking = true
    try {
      const { db } = this.#service
      const lease = await db.transaction((tx) => takeLease(tx, { kind: 'alerts', key: 'all' }, owner))
      if (!lease) return null
      this.#held = { lease, takenAt: performance.now() }
      this.#store = this.#openStore(db, lease)
      return this.#store
    } finally {
      this.#isTaking = false
    }
  }

  #openStore(db: Drizzle, lease: Lease): AlertStore {
    const { crash } = this.#command
    return new AlertStore(db, lease, (point) => {
      if (crash?.at === point && ++this.#crashes >= crash.n) process.kill(process.pid, 'SIGKILL')
    })
  }

  #open(instrumentId: string, store: AlertStore): InstrumentWatch {
    const { ticks, emit } = this.#parts
    return new InstrumentWatch({
      instrumentId,
      store,
      ticks,
      history: () => (this.#history ??= openHistory(this.#command.marketDir)),
      listing: async () => (await this.#listings()).find(({ id }) => id === instrumentId) ?? null,
      onChange: (change) => emit({ kind: 'changed', ...change }),
    })
  }

  async #each(work: (watch: InstrumentWatch) => Promise<void>): Promise<void> {
    await Promise.all([...this.#watches].map(([id, watch]) => this.#service.safely(work(watch), id)))
  }
}

/** Loaded when an indicator needs it: without, the process needs half the memory. */
async function openHistory(marketDir: string): Promise<WarmUpSource> {
  const { openMarketStore } = await import('@tradeloom/market-data')
  return { stored: openMarketStore(marketDir), live: new MinuteReader(marketDir) }
}
