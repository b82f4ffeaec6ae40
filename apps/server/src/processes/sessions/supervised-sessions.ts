import type { Bus } from '@tradeloom/bus'
import type { PoolConfig } from 'pg'
import { followTicks, wantPrices } from '../../trading-core/prices/price-wants.ts'
import { SupervisedService } from '../../platform/processes/supervised-service.ts'
import { sessions } from './sessions.process.ts'
import { SESSIONS_CHANNEL } from './sessions-channel.ts'
import type { SessionsCommand, SessionsEvent } from './sessions-messages.ts'

type Open = Extract<SessionsCommand, { do: 'open' }>

export interface SupervisedSessionsParts {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly connection: PoolConfig
  readonly marketDir: string
  readonly cacheDir: string
  readonly sandboxLevel: Open['sandboxLevel']
  readonly installation: string
  readonly logger: { warn(fields: object, message: string): void }
  readonly now: () => number
  /** Called when sessions run: their orders need the process of paper accounts. */
  readonly onStart: () => void
}

type Change = Omit<Extract<SessionsEvent, { kind: 'changed' }>, 'kind'>

/** The process `sessions` of this server: it starts when it is first needed, and again whenever it ends. */
export class SupervisedSessions {
  readonly channel = SESSIONS_CHANNEL
  readonly #parts: SupervisedSessionsParts
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #subscriptions: { unsubscribe(): void }[] = []
  #service: SupervisedService<SessionsCommand, SessionsEvent> | null = null

  constructor(parts: SupervisedSessionsParts) {
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
    this.#parts.onStart()
  }

  async stop(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.unsubscribe()
    await this.#service?.stop()
  }

  #start(): SupervisedService<SessionsCommand, SessionsEvent> {
    const { bus, logger, connection, marketDir, cacheDir, sandboxLevel, installation } = this.#parts
    this.#subscriptions.push(
      followTicks(bus, (instrumentId) => this.#service?.send({ do: 'tick', instrumentId })),
      bus.subscribe('account.*', ({ payload }) => {
        const { accountId } = payload as { accountId: string }
        if (accountId !== '') this.#service?.send({ do: 'account', accountId })
      }),
    )
    return new SupervisedService(sessions, {
      logger,
      onStart: (send) => send({ do: 'open', connection, marketDir, cacheDir, sandboxLevel, installation }),
      onEvent: (event) => this.#take(event),
    })
  }

  #take(event: SessionsEvent): void {
    if (event.kind === 'changed') {
      for (const listener of this.#listeners) listener(event)
    } else if (event.kind === 'failed') {
      const { sessionId, message } = event
      const told =
        sessionId === null ? 'sessions cannot be read at the moment' : 'a session cannot continue at the moment'
      this.#parts.logger.warn({ ...(sessionId !== null && { sessionId }), error: message }, told)
    } else if (event.kind === 'wanted') {
      wantPrices(this.#parts.bus, { by: 'sessions', instrumentIds: event.instrumentIds, now: this.#parts.now() })
    }
  }
}
