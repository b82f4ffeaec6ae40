import type { Bus } from '@tradeloom/bus'
import type { VenueAddresses } from '@tradeloom/venues'
import type { PoolConfig } from 'pg'
import { keyId } from '../../platform/processes/key-id.ts'
import type { MeasuredAccount } from '../../trading-core/guard/measured-account.ts'
import { wantPrices } from '../../trading-core/prices/price-wants.ts'
import { SupervisedService } from '../../platform/processes/supervised-service.ts'
import { guardian } from './guardian.process.ts'
import type { HeartbeatOptions } from './heartbeat.ts'
import type { KillListenerAddress } from './kill-listener.ts'
import type { AccountName, GuardianCommand, GuardianEvent } from './guardian-messages.ts'

/** It has to start and open the key. */
const WAIT_MS = 10_000

export interface SupervisedGuardianParts {
  readonly bus: Pick<Bus, 'publish'>
  readonly connection: PoolConfig
  readonly urls: Readonly<Record<string, VenueAddresses>>
  readonly marketDir: string
  readonly file: string
  readonly installation: string
  /** `heartbeat` is null if nobody watches from outside. */
  readonly config: { readonly heartbeat: HeartbeatOptions | null; readonly dataDir: string }
  /** Where pages reach it; null: nowhere. */
  readonly kill: KillListenerAddress | null
  /** Where the process finds the master key, of which it derives its own; another file is another value. */
  readonly key: () => Uint8Array | null
  readonly logger: { warn(fields: object, message: string): void }
  readonly now: () => number
}

/** The process `guardian` of this server: it starts when it is first needed, and again whenever it ends. */
export class SupervisedGuardian {
  readonly #parts: SupervisedGuardianParts
  readonly #onChange = new Set<(account: AccountName) => void>()
  readonly #warnings = new Map<string, readonly string[]>()
  #watched: ReadonlySet<string> = new Set()
  #waiting: (() => void)[] = []
  #service: SupervisedService<GuardianCommand, GuardianEvent> | null = null
  #givenKeyId: string | null = null

  constructor(parts: SupervisedGuardianParts) {
    this.#parts = parts
  }

  get pid(): number | undefined {
    return this.#service?.pid
  }

  /** Called when its rules say something else of an account, and when they have changed its level. */
  onChange(listener: (account: AccountName) => void): void {
    this.#onChange.add(listener)
  }

  isWatching(accountId: string): boolean {
    return this.#watched.has(accountId)
  }

  /** What its rules say of an account now. */
  warningsOf(accountId: string): readonly string[] {
    return this.#warnings.get(accountId) ?? []
  }

  /** Starts it if it does not run, and waits until it watches the account; false if it does not. */
  async ensure(accountId: string): Promise<boolean> {
    this.look()
    const until = performance.now() + WAIT_MS
    while (!this.isWatching(accountId)) {
      const left = until - performance.now()
      if (left <= 0) return false
      await this.#nextNews(left)
    }
    return true
  }

  /** Starts it if it does not run: accounts or limits have changed. */
  look(): void {
    const wanted = keyId(this.#parts.key)
    // A key that was made or replaced since reaches a new process only.
    if (this.#service && wanted !== this.#givenKeyId) {
      void this.#service.stop()
      this.#service = null
      this.#watched = new Set()
    }
    this.#givenKeyId = wanted
    if (this.#service === null) this.#service = this.#start()
    else this.#service.send({ do: 'look' })
  }

  async stop(): Promise<void> {
    await this.#service?.stop()
  }

  #nextNews(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const news = new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      timer = setTimeout(resolve, ms)
    })
    return news.finally(() => clearTimeout(timer))
  }

  #start(): SupervisedService<GuardianCommand, GuardianEvent> {
    const { connection, urls, marketDir, file, installation, config, kill, key, logger } = this.#parts
    const { heartbeat, dataDir } = config
    const service = new SupervisedService(guardian, {
      logger,
      key,
      onStart: (send) =>
        send({ do: 'open', connection, urls, marketDir, file, installation, heartbeat, dataDir, kill }),
      onEnd: () => {
        // One that was replaced for another key ends when the next one watches already.
        if (this.#service === service) this.#watched = new Set()
      },
      onEvent: (event) => this.#take(event),
    })
    return service
  }

  #take(event: GuardianEvent): void {
    const { logger, bus, now } = this.#parts
    switch (event.kind) {
      case 'watching':
        this.#watched = new Set(event.accountIds)
        for (const resolve of this.#waiting.splice(0)) resolve()
        return
      case 'findings':
        this.#warnings.set(event.account.accountId, event.reasons)
        return this.#tell(event.account)
      case 'raised': {
        const { account, level, reason } = event
        logger.warn({ accountId: account.accountId, level, reason }, 'the guardian has made an account stricter')
        return this.#tell(account)
      }
      case 'flat':
        logger.warn({ accountId: event.account.accountId }, 'the guardian has closed an account down')
        return this.#tell(event.account)
      case 'measured':
        return bus.publish('guard.measured', {
          accountId: event.accountId,
          rules: event.rules,
        } satisfies MeasuredAccount)
      case 'wanted':
        return wantPrices(bus, { by: 'guardian', instrumentIds: event.instrumentIds, now: now() })
      case 'failed':
        return logger.warn(
          { accountId: event.accountId, error: event.message },
          'work of the guardian failed; it is tried again',
        )
    }
  }

  #tell(account: AccountName): void {
    for (const listener of this.#onChange) listener(account)
  }
}
