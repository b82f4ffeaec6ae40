import { Worker } from 'node:worker_threads'
import type { ComputedLuck, LuckRequest } from './luck-request.ts'

/** 100,000 rows of a year take 20 s on a quiet processor. */
const LIMIT_MS = 300_000
const MEMORY_MB = 2_048

/** Judges optimizations one at a time, each in a thread of its own that ends with it. */
export class LuckThread {
  #last: Promise<unknown> = Promise.resolve()
  #worker: Worker | null = null
  #isStopped = false

  compute(read: () => Promise<LuckRequest>): Promise<ComputedLuck> {
    const work = this.#last.then(async () => {
      const request = await read()
      if (this.#isStopped) throw new Error('The server stops')
      return this.#run(request)
    })
    this.#last = work.catch(() => undefined)
    return work
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#worker?.terminate()
  }

  #run(request: LuckRequest): Promise<ComputedLuck> {
    const { promise, resolve, reject } = Promise.withResolvers<ComputedLuck>()
    const worker = new Worker(new URL('./luck-worker.ts', import.meta.url), {
      // It needs nothing of the server's environment.
      env: {},
      execArgv: [],
      workerData: request,
      transferList: [request.returns.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    worker.unref()
    this.#worker = worker
    const timer = setTimeout(() => reject(new Error(`Statistics took more than ${LIMIT_MS / 1000} s`)), LIMIT_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread of statistics has ended')))
    return promise.finally(() => {
      clearTimeout(timer)
      this.#worker = null
      void worker.terminate()
    })
  }
}
