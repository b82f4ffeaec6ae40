import type { Bus } from '@tradeloom/bus'
import type { PoolConfig } from 'pg'
import type { VenueAddresses } from '@tradeloom/venues'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import { keyId } from '../../platform/processes/key-id.ts'
import { followTicks, wantPrices } from '../../trading-core/prices/price-wants.ts'
import { SupervisedService } from '../../platform/processes/supervised-service.ts'
import { brokers } from './brokers.process.ts'
import type { BrokerChange, BrokersCommand, BrokersEvent } from './brokers-messages.ts'

/** It has to start, open the key and ask the venue, which may be slow. */
const TRY_MS = 15_000

export interface SupervisedBrokersParts {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly connection: PoolConfig
  readonly marketDir: string
  /** Of this installation, see `clientId`. */
  readonly installation: string
  readonly now: () => number
  readonly urls: Readonly<Record<string, VenueAddresses>>
  /** Where the process finds the master key, of which it derives its own; another file is another value. */
  readonly key: () => Uint8Array | null
  readonly logger: { warn(fields: object, message: string): void }
  /** Only of tests: where the process kills itself, once. */
  readonly crashAt?: CrashPoint
}

/** The process `brokers` of this server: it starts when it is first needed, and again whenever it ends. */
export class SupervisedBrokers {
  readonly #parts: SupervisedBrokersParts
  readonly #onChange = new Set<(change: BrokerChange) => void>()
  readonly #onStatus = new Set<(userId: string, connectionId: string, isConnected: boolean) => void>()
  readonly #connected = new Map<string, { readonly userId: string; readonly isConnected: boolean }>()
  /** Those whose keys were refused at the last attempt: the next one may be a minute away, and nobody waits for it. */
  readonly #refused = new Set<string>()
  /** Those that were connected when the process ended. */
  readonly #lost = new Set<string>()
  readonly #waiting = new Map<string, ((isConnected: boolean) => void)[]>()
  #service: SupervisedService<BrokersCommand, BrokersEvent> | null = null
  #ticks: { unsubscribe(): void } | null = null
  #givenKeyId: string | null = null
  #crashAt: CrashPoint | undefined

  constructor(parts: SupervisedBrokersParts) {
    this.#parts = parts
    this.#crashAt = parts.crashAt
  }

  get pid(): number | undefined {
    return this.#service?.pid
  }

  isConnected(connectionId: string): boolean | null {
    return this.#connected.get(connectionId)?.isConnected ?? null
  }

  isStartingAgain(connectionId: string): boolean {
    return this.#lost.has(connectionId)
  }

  onChange(listener: (change: BrokerChange) => void): void {
    this.#onChange.add(listener)
  }

  onStatus(listener: (userId: string, connectionId: string, isConnected: boolean) => void): void {
    this.#onStatus.add(listener)
  }

  async ensure(connectionId: string): Promise<boolean> {
    if (this.isConnected(connectionId)) return true
    if (this.#refused.has(connectionId)) return false
    let timer: NodeJS.Timeout | undefined
    const tried = new Promise<boolean>((resolve) => {
      this.#waiting.set(connectionId, [...(this.#waiting.get(connectionId) ?? []), resolve])
      timer = setTimeout(() => resolve(false), TRY_MS)
    })
    this.look()
    return tried.finally(() => clearTimeout(timer))
  }

  look(): void {
    const wanted = keyId(this.#parts.key)
    // A key that was made or replaced since reaches a new process only.
    if (this.#service && wanted !== this.#givenKeyId) {
      void this.#service.stop()
      this.#service = null
      this.#disconnectAll()
    }
    this.#givenKeyId = wanted
    if (this.#service === null) this.#service = this.#start()
    else this.#service.send({ do: 'look' })
  }

  async stop(): Promise<void> {
    this.#ticks?.unsubscribe()
    await this.#service?.stop()
  }

  #start(): SupervisedService<BrokersCommand, BrokersEvent> {
    const { bus, connection, marketDir, installation, urls, key, logger } = this.#parts
    this.#ticks ??= followTicks(bus, (instrumentId) => this.#service?.send({ do: 'tick', instrumentId }))
    const service = new SupervisedService(brokers, {
      logger,
      key,
      onStart: (send) => {
        send({
          do: 'open',
          connection,
          marketDir,
          installation,
          urls,
          ...(this.#crashAt ? { crashAt: this.#crashAt } : {}),
        })
        this.#crashAt = undefined
      },
      onEnd: () => {
        // One that was replaced for another key ends when the next one is connected already.
        if (this.#service === service) this.#disconnectAll()
      },
      onEvent: (event) => this.#take(event),
    })
    return service
  }

  #take(event: BrokersEvent): void {
    switch (event.kind) {
      case 'ready':
        return
      case 'status':
        if (event.isRefused === true) this.#refused.add(event.connectionId)
        else this.#refused.delete(event.connectionId)
        return this.#setStatus(event.userId, event.connectionId, event.isConnected)
      case 'changed':
        for (const listener of this.#onChange) listener(event.change)
        return
      case 'wanted':
        return wantPrices(this.#parts.bus, {
          by: 'brokers',
          instrumentIds: event.instrumentIds,
          now: this.#parts.now(),
        })
      case 'failed': {
        const { accountId, message } = event
        this.#parts.logger.warn(
          { accountId, error: message },
          'work on an account at a venue failed; it is tried again',
        )
      }
    }
  }

  #disconnectAll(): void {
    for (const [id, { userId, isConnected }] of this.#connected) {
      const wasLost = isConnected || this.#lost.has(id)
      this.#refused.delete(id)
      this.#setStatus(userId, id, false)
      if (wasLost) this.#lost.add(id)
    }
  }

  #setStatus(userId: string, connectionId: string, isConnected: boolean): void {
    const before = this.isConnected(connectionId)
    this.#lost.delete(connectionId)
    this.#connected.set(connectionId, { userId, isConnected })
    for (const resolve of this.#waiting.get(connectionId) ?? []) resolve(isConnected)
    this.#waiting.delete(connectionId)
    if (before === isConnected) return
    for (const listener of this.#onStatus) listener(userId, connectionId, isConnected)
  }
}
