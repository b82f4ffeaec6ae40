import { type Carrier, openCarrier } from './carrier.ts'
import { BackOff } from './back-off.ts'
import type { ServiceDefinition } from './process-definition.ts'
import { ProcessEnded } from './process-ended.ts'
import type { ServiceMessage } from './service-messages.ts'
import { type LimitWatch, watchLimits } from './watch-limits.ts'

/** A busy machine takes this long to load its code. Killed before, it would never be there. */
const START_MS = 60_000

export interface ServiceOptions<Command, Event> {
  /** Called after each start: what the process must know first. */
  readonly onStart: (send: (command: Command) => void) => void
  readonly onEvent: (event: Event) => void
  /** Called whenever the process has ended, before it is started again. */
  readonly onEnd?: () => void
  /** The key of a process with a pipe for one, at each of its starts. */
  readonly key?: () => Uint8Array | null
  readonly logger: { warn(fields: object, message: string): void }
}

/** Keeps one process running: starts it again, after a pause, whenever it ends, hangs or exceeds a limit. */
export class SupervisedService<Command, Event> {
  readonly #definition: ServiceDefinition<Command, Event>
  readonly #options: ServiceOptions<Command, Event>
  readonly #backOff: BackOff
  #carrier: Carrier | null = null
  #restart: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(definition: ServiceDefinition<Command, Event>, options: ServiceOptions<Command, Event>) {
    this.#definition = definition
    this.#options = options
    this.#backOff = new BackOff(definition.maxPauseMs)
    this.#start()
  }

  /** Of the running process; absent while it is down. */
  get pid(): number | undefined {
    return this.#carrier?.pid
  }

  /** False if the process is down: what it must know then belongs into `onStart`. */
  send(command: Command): boolean {
    this.#carrier?.send(command)
    return this.#carrier !== null
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#restart)
    this.#carrier?.stop()
    await this.#carrier?.ended
  }

  #start(): void {
    const { onEvent, onStart } = this.#options
    const startedAt = performance.now()
    let watch: LimitWatch | undefined
    const carrier = openCarrier(this.#definition, (message) => {
      watch?.heard()
      const { kind, ...rest } = message as ServiceMessage<Event>
      if (kind === 'event' && 'event' in rest) onEvent(rest.event)
    })
    watch = watchLimits(carrier, this.#definition.limits, START_MS)
    this.#carrier = carrier
    carrier.giveKey?.(this.#key())
    onStart((command) => carrier.send(command))
    void this.#restartAfter(carrier, watch, startedAt)
  }

  #key(): Uint8Array | null {
    const { key, logger } = this.#options
    try {
      return key?.() ?? null
    } catch (err) {
      logger.warn({ err }, 'the key of a process cannot be read')
      return null
    }
  }

  async #restartAfter(carrier: Carrier, watch: LimitWatch, startedAt: number): Promise<void> {
    const { isHeapFull, error } = await carrier.ended
    watch.end()
    this.#carrier = null
    this.#options.onEnd?.()
    if (this.#isStopped) return
    const pause = this.#backOff.pauseAfter(performance.now() - startedAt)
    const reason = watch.exceeded() ?? (isHeapFull ? 'heap' : 'crash')
    const err = new ProcessEnded(this.#definition.name, reason, error)
    this.#options.logger.warn({ err, restartInMs: pause }, 'a process ended and will be started again')
    this.#restart = setTimeout(() => this.#start(), pause)
  }
}
