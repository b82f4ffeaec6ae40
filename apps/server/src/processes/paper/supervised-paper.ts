import type { Bus } from '@tradeloom/bus'
import type { PoolConfig } from 'pg'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'
import { followTicks, wantPrices } from '../../trading-core/prices/price-wants.ts'
import { SupervisedService } from '../../platform/processes/supervised-service.ts'
import { paper } from './paper.process.ts'
import type { AccountChange, PaperCommand, PaperEvent } from './paper-messages.ts'

/** The first start may come while the machine is busy; a later one is a matter of a second, and a trader waits for it. */
const FIRST_START_MS = 30_000
const RESTART_MS = 3_000

export interface SupervisedPaperParts {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly connection: PoolConfig
  readonly marketDir: string
  readonly logger: { warn(fields: object, message: string): void }
  readonly now: () => number
  /** Only of tests: where the process kills itself, once. */
  readonly crashAt?: CrashPoint
}

/** The process `paper` of this server: it starts when it is first needed, and again whenever it ends. */
export class SupervisedPaper {
  readonly #parts: SupervisedPaperParts
  readonly #onChange = new Set<(change: AccountChange) => void>()
  readonly #onStatus = new Set<() => void>()
  #service: SupervisedService<PaperCommand, PaperEvent> | null = null
  #isReady = false
  #wasReady = false
  #crashAt: CrashPoint | undefined
  #waiting: (() => void)[] = []
  #ticks: { unsubscribe(): void } | null = null

  constructor(parts: SupervisedPaperParts) {
    this.#parts = parts
    this.#crashAt = parts.crashAt
  }

  get isConnected(): boolean | null {
    return this.#service === null ? null : this.#isReady
  }

  get pid(): number | undefined {
    return this.#service?.pid
  }

  onChange(listener: (change: AccountChange) => void): void {
    this.#onChange.add(listener)
  }

  onStatus(listener: () => void): void {
    this.#onStatus.add(listener)
  }

  /** Starts it if it does not run, and waits until it works. */
  async ensure(): Promise<boolean> {
    this.#service ??= this.#start()
    if (this.#isReady) return true
    let timer: NodeJS.Timeout | undefined
    const ready = new Promise<boolean>((resolve) => this.#waiting.push(() => resolve(true)))
    const late = new Promise<boolean>(
      (resolve) => (timer = setTimeout(() => resolve(false), this.#wasReady ? RESTART_MS : FIRST_START_MS)),
    )
    return Promise.race([ready, late]).finally(() => clearTimeout(timer))
  }

  async stop(): Promise<void> {
    this.#ticks?.unsubscribe()
    await this.#service?.stop()
  }

  #start(): SupervisedService<PaperCommand, PaperEvent> {
    const { bus, connection, marketDir, logger } = this.#parts
    this.#ticks = followTicks(bus, (instrumentId) => this.#service?.send({ do: 'tick', instrumentId }))
    return new SupervisedService(paper, {
      logger,
      onStart: (send) => {
        send({ do: 'open', connection, marketDir, ...(this.#crashAt ? { crashAt: this.#crashAt } : {}) })
        this.#crashAt = undefined
      },
      onEnd: () => this.#setReady(false),
      onEvent: (event) => this.#take(event),
    })
  }

  #take(event: PaperEvent): void {
    switch (event.kind) {
      case 'ready':
        return this.#setReady(true)
      case 'changed':
        for (const listener of this.#onChange) listener(event.change)
        return
      case 'failed': {
        const { accountId, message } = event
        return this.#parts.logger.warn(
          { accountId, error: message },
          'work on a paper account failed; it is tried again',
        )
      }
      case 'wanted':
        return wantPrices(this.#parts.bus, { by: 'paper', instrumentIds: event.instrumentIds, now: this.#parts.now() })
    }
  }

  #setReady(isReady: boolean): void {
    if (this.#isReady === isReady) return
    this.#isReady = isReady
    this.#wasReady ||= isReady
    if (isReady) for (const resolve of this.#waiting.splice(0)) resolve()
    for (const listener of this.#onStatus) listener()
  }
}
