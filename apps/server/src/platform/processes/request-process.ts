import { setPriority } from 'node:os'
import { UserError } from '@tradeloom/domain'
import { type Carrier, openCarrier } from './carrier.ts'
import type { ProcessLimits, RequestProcessDefinition } from './process-definition.ts'
import { type EndReason, ProcessEnded } from './process-ended.ts'
import type { ResponseMessage } from './request-messages.ts'
import { type LimitWatch, watchLimits } from './watch-limits.ts'

export interface AskOptions<Progress> {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Leaves the processors to all other work. */
  readonly yields?: boolean
  /** For a process with a pipe for a key. */
  readonly key?: () => Uint8Array | null
}

/** Asks a process; `read` is called when it is its turn, so that waiting requests need no memory. */
export type Ask<Request, Answer, Progress = never> = (
  read: () => Request | Promise<Request>,
  options?: AskOptions<Progress>,
) => Promise<Answer>

const LOW_PRIORITY = 10

/** Answers requests in processes that start when they are needed, and end when they are idle. */
export class RequestProcess<Request, Answer, Progress = never> {
  readonly #definition: RequestProcessDefinition<Request, Answer, Progress>
  readonly #running = new Set<Running<Answer, Progress>>()
  readonly #idle: Running<Answer, Progress>[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #isStopped = false

  constructor(definition: RequestProcessDefinition<Request, Answer, Progress>) {
    this.#definition = definition
  }

  get limits(): ProcessLimits {
    return this.#definition.limits
  }

  /**
   * Rejects with a UserError that the process threw, with a ProcessEnded if it ended first, with the signal's reason
   * once an aborted process has ended, or with any other error for the log. Bound, so that it can be passed on.
   */
  readonly ask: Ask<Request, Answer, Progress> = async (read, options = {}) => {
    if (this.#busy >= this.#definition.atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#busy++
    try {
      this.#throwIfStopped()
      options.signal?.throwIfAborted()
      const request = await read()
      this.#throwIfStopped()
      options.signal?.throwIfAborted()
      return await this.#answer(request, options)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy--
    }
  }

  /** Ends all of its processes; requests in progress fail. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const all = [...this.#running]
    for (const { carrier } of all) carrier.stop()
    await Promise.all(all.map(({ carrier }) => carrier.ended))
  }

  #throwIfStopped(): void {
    if (this.#isStopped) throw new Error('The server stops')
  }

  async #answer(request: Request, { signal, onProgress, yields = false, key }: AskOptions<Progress>): Promise<Answer> {
    const { idleMs } = this.#definition
    const running = this.#idle.pop() ?? this.#open()
    const { carrier } = running
    carrier.giveKey?.(key?.() ?? null)
    const stop = (): void => carrier.stop()
    signal?.addEventListener('abort', stop, { once: true })
    if (yields) lowerPriority(carrier)
    try {
      return await running.ask(request, onProgress)
    } catch (error) {
      if (error instanceof ProcessEnded) {
        signal?.throwIfAborted()
        this.#throwIfStopped()
      }
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
      if (this.#running.has(running) && idleMs > 0) this.#rest(running)
      else carrier.stop()
    }
  }

  #open(): Running<Answer, Progress> {
    const running = new Running<Answer, Progress>(this.#definition)
    this.#running.add(running)
    void this.#forgetEnded(running)
    return running
  }

  async #forgetEnded(running: Running<Answer, Progress>): Promise<void> {
    await running.carrier.ended
    this.#running.delete(running)
    const place = this.#idle.indexOf(running)
    if (place >= 0) this.#idle.splice(place, 1)
  }

  #rest(running: Running<Answer, Progress>): void {
    this.#idle.push(running)
    const timer = setTimeout(() => {
      const place = this.#idle.indexOf(running)
      if (place < 0) return
      this.#idle.splice(place, 1)
      running.carrier.stop()
    }, this.#definition.idleMs)
    running.onNextAsk = () => clearTimeout(timer)
    timer.unref()
  }
}

interface Pending<Answer, Progress> {
  readonly onProgress: ((progress: Progress) => void) | undefined
  readonly watch: LimitWatch
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** One process, which answers one request at a time. */
class Running<Answer, Progress> {
  readonly carrier: Carrier
  readonly #definition: RequestProcessDefinition<never, Answer, Progress>
  #pending: Pending<Answer, Progress> | null = null
  onNextAsk: () => void = () => undefined

  constructor(definition: RequestProcessDefinition<never, Answer, Progress>) {
    this.#definition = definition
    this.carrier = openCarrier(definition, (message) => this.#receive(message as ResponseMessage<Answer, Progress>))
    void this.#failAtEnd()
  }

  async #failAtEnd(): Promise<void> {
    const { isHeapFull, error } = await this.carrier.ended
    const reason: EndReason = this.#pending?.watch.exceeded() ?? (isHeapFull ? 'heap' : 'crash')
    this.#pending?.reject(new ProcessEnded(this.#definition.name, reason, error))
  }

  ask(request: unknown, onProgress: ((progress: Progress) => void) | undefined): Promise<Answer> {
    this.onNextAsk()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const watch = watchLimits(this.carrier, this.#definition.limits)
    this.#pending = { onProgress, watch, resolve, reject }
    this.carrier.send(request)
    return promise.finally(() => {
      watch.end()
      this.#pending = null
    })
  }

  #receive(message: ResponseMessage<Answer, Progress>): void {
    const pending = this.#pending
    if (pending === null) return
    pending.watch.heard()
    if (message.kind === 'progress') pending.onProgress?.(message.progress)
    else if (message.kind === 'answer') pending.resolve(message.answer)
    else
      pending.reject(message.code === null ? new Error(message.message) : new UserError(message.code, message.message))
  }
}

function lowerPriority({ pid }: Carrier): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY)
  } catch {
    // It has already exited, or the system does not support it.
  }
}
