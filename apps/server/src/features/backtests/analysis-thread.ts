import { Worker } from 'node:worker_threads'
import type { AnalysisAnswer, AnalysisOrder } from './analysis-worker.ts'

/** The largest results take seconds. */
const LIMIT_MS = 60_000
/** An idle thread only costs memory, so it is stopped after this time. */
const IDLE_MS = 60_000
const MEMORY_MB = 1_024

interface Waiting {
  readonly packed: Uint8Array
  readonly resolve: (analysis: Buffer) => void
  readonly reject: (error: Error) => void
}

/** Computes analyses of results one at a time, in a separate thread that starts with the first one. */
export class AnalysisThread {
  #worker: Worker | null = null
  #waiting: Waiting[] = []
  #current: Waiting | null = null
  #number = 0
  #timer: NodeJS.Timeout | undefined

  analyze(packed: Uint8Array): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    this.#waiting.push({ packed, resolve, reject })
    this.#next()
    return promise
  }

  async stop(): Promise<void> {
    const all = [...this.#waiting, ...(this.#current ? [this.#current] : [])]
    this.#waiting = []
    this.#current = null
    for (const { reject } of all) reject(new Error('The server stops'))
    await this.#end()
  }

  #next(): void {
    if (this.#current !== null) return
    clearTimeout(this.#timer)
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#timer = setTimeout(() => void this.#end(), IDLE_MS).unref()
      return
    }
    this.#current = next
    this.#timer = setTimeout(() => this.#fail(new Error(`An analysis took more than ${LIMIT_MS / 1000} s`)), LIMIT_MS)
    this.#worker ??= this.#start()
    const order: AnalysisOrder = { number: ++this.#number, packed: next.packed }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage(order)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), {
      // It needs nothing of the server's environment.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    worker.unref()
    worker.on('message', (answer: AnalysisAnswer) => {
      if (answer.number === this.#number) this.#settle(answer)
    })
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#fail(error instanceof Error ? error : new Error(String(error)))
    })
    return worker
  }

  #settle(answer: AnalysisAnswer): void {
    const done = this.#current
    this.#current = null
    if ('analysis' in answer) done?.resolve(Buffer.from(answer.analysis))
    else done?.reject(new Error(answer.error))
    this.#next()
  }

  /** The thread has crashed or is too slow; the next analysis gets a new one. */
  #fail(error: Error): void {
    const lost = this.#current
    this.#current = null
    void this.#end()
    lost?.reject(error)
    this.#next()
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}
