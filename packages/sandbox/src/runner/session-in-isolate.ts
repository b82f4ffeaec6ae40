import type { SessionCommand, SessionJob } from '../session/session-protocol.ts'
import { analyzeScript } from '@tradeloom/script'
import { createCollector } from './collector.ts'
import type { EngineCode } from './engine-code.ts'
import { externalsOf } from './externals-of.ts'
import { IsolateRun, type SessionText } from './isolate-run.ts'
import { LimitWatch } from './limit-watch.ts'
import type { NextIsolate } from './prepared-isolate.ts'
import { codeOf, errored, exceeded, reportOf, type RunPorts } from './watched-script.ts'

/** Texts from the isolate lie outside of the heap, and V8 does not collect garbage on their account. */
const COLLECT_BYTES = 16 * 1024 * 1024

interface Hosted {
  readonly job: SessionJob
  readonly run: IsolateRun
  /** Memory of the process before the isolate was made. */
  readonly memoryBefore: number
}

/** The session of a runner, in an isolate that lives as long as the process. Each call has its own time limit. */
export class SessionInIsolate {
  readonly #engine: EngineCode
  readonly #next: NextIsolate
  readonly #ports: Pick<RunPorts, 'post' | 'write'>
  #hosted: Hosted | null = null
  #remaining: () => number = () => 0
  #collect: (() => void) | null = null
  /** Answered since the last collection. */
  #bytes = 0

  constructor(engine: EngineCode, next: NextIsolate, ports: Pick<RunPorts, 'post' | 'write'>) {
    this.#engine = engine
    this.#next = next
    this.#ports = ports
  }

  /** Makes a call and posts its answer, or how it ended the session. */
  async perform(command: SessionCommand): Promise<void> {
    try {
      await this.#perform(command)
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.#ports.post({ type: 'failed', message, isDataReplaced: false })
    }
  }

  async #perform(command: SessionCommand): Promise<void> {
    if (command.type === 'session') return this.#start(command.job)
    const hosted = this.#hosted
    if (hosted === null) throw new Error('No session was started in this runner')
    if (command.type === 'finish') return this.#within(hosted, () => hosted.run.callSession('finishSession', []))
    const { text, columns } = command.inputs
    const prices = Uint8Array.from(Buffer.from(columns, 'base64')).buffer
    return this.#within(hosted, () => hosted.run.takeInputs(text, prices))
  }

  async #start(job: SessionJob): Promise<void> {
    if (this.#hosted !== null) throw new Error('A runner hosts one session')
    const { limits, source, sendsOrders } = job
    const analysis = analyzeScript(source, 'algorithm')
    const code = codeOf(analysis, job.indicators)
    if ('mistake' in code) return this.#ports.post({ type: 'errored', kind: 'script', error: code.mistake, log: [] })
    // Before the isolate is there, to which a flag of V8 would apply.
    this.#collect = createCollector()
    const memoryBefore = process.memoryUsage.rss()
    const isolate = await this.#next.take(limits, 0)
    const run = new IsolateRun(this.#engine, isolate, limits, () => this.#remaining())
    this.#hosted = { job, run, memoryBefore }
    const spec = { ...job.spec, externals: externalsOf(analysis, job.spec.externals) }
    const settings = { sendsOrders, maxLength: limits.resultBytes }
    return this.#within(this.#hosted, () => run.startSession(code, spec, settings))
  }

  async #within({ job: { limits }, run, memoryBefore }: Hosted, call: () => Promise<SessionText>): Promise<void> {
    const { post, write } = this.#ports
    const watch = new LimitWatch(limits, 0, memoryBefore, (limit) => post(exceeded(limit, limits, [])))
    // The library limits wall time; the watch limits the processor time.
    this.#remaining = () => watch.wallLeft()
    try {
      const { text, error } = await call()
      const ending = error === null ? null : errored(error, [], limits)
      const bytes = write(Buffer.from(text))
      post({ type: 'answered', bytes, cpuMs: watch.cpuMs(), ending })
      this.#bytes += bytes
    } catch (thrown) {
      post(await reportOf(thrown, run, watch, limits))
    } finally {
      watch.stop()
    }
    if (this.#bytes < COLLECT_BYTES) return
    this.#bytes = 0
    this.#collect?.()
  }
}
