import type { Bus } from '@tradeloom/bus'
import type { PoolConfig } from 'pg'
import { SupervisedService } from '../../platform/processes/supervised-service.ts'
import { followTicks, wantPrices } from '../../trading-core/prices/price-wants.ts'
import { alerts } from './alerts.process.ts'
import { ALERTS_CHANNEL, type AlertsCommand, type AlertsCrash, type AlertsEvent } from './alerts-messages.ts'

export interface SupervisedAlertsParts {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly connection: PoolConfig
  readonly marketDir: string
  readonly logger: { warn(fields: object, message: string): void }
  readonly now: () => number
  /** Only of tests: where it kills itself, at each of its starts. */
  readonly crash?: () => AlertsCrash
}

type Change = Omit<Extract<AlertsEvent, { kind: 'changed' }>, 'kind'>

/** The process `alerts` of this server: it starts when it is first needed, and again whenever it ends. */
export class SupervisedAlerts {
  readonly channel = ALERTS_CHANNEL
  readonly #parts: SupervisedAlertsParts
  readonly #listeners = new Set<(change: Change) => void>()
  #service: SupervisedService<AlertsCommand, AlertsEvent> | null = null
  #ticks: { unsubscribe(): void } | null = null

  constructor(parts: SupervisedAlertsParts) {
    this.#parts = parts
  }

  get pid(): number | undefined {
    return this.#service?.pid
  }

  onChange(listener: (change: Change) => void): void {
    this.#listeners.add(listener)
  }

  /** Starts it if it does not run. */
  wake(): void {
    this.#service ??= this.#start()
  }

  async stop(): Promise<void> {
    this.#ticks?.unsubscribe()
    await this.#service?.stop()
  }

  #start(): SupervisedService<AlertsCommand, AlertsEvent> {
    const { bus, connection, marketDir, logger, crash } = this.#parts
    this.#ticks = followTicks(bus, (instrumentId) => this.#service?.send({ do: 'tick', instrumentId }))
    return new SupervisedService(alerts, {
      logger,
      onStart: (send) => send({ do: 'open', connection, marketDir, ...(crash ? { crash: crash() } : {}) }),
      onEvent: (event) => this.#take(event),
    })
  }

  #take(event: AlertsEvent): void {
    const { bus, logger, now } = this.#parts
    if (event.kind === 'changed') {
      for (const listener of this.#listeners) listener(event)
    } else if (event.kind === 'failed') {
      const { instrumentId, message } = event
      logger.warn({ instrumentId, error: message }, 'alerts cannot be judged at the moment; it is tried again')
    } else if (event.kind === 'wanted') {
      wantPrices(bus, { by: 'alerts', instrumentIds: event.instrumentIds, now: now() })
    }
  }
}
