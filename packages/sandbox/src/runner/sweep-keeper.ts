import { analyzeScript, type ScriptAnalysis } from '@tradeloom/script'
import type { SweepJob } from '../sweep-job.ts'
import type { EngineCode } from './engine-code.ts'
import { IsolateRun } from './isolate-run.ts'
import type { LimitWatch } from './limit-watch.ts'
import { MEGABYTE, type NextIsolate } from './prepared-isolate.ts'
import { readData } from './read-data.ts'
import type { ScriptCode, ScriptMistake } from './script-code.ts'
import { codeOf } from './watched-script.ts'

/** After this many runs, or once its memory has grown by this much, an isolate is replaced. */
const RUNS = 20_000
const GROWTH = 64 * MEGABYTE

/** What all batches of a sweep share, besides the isolate. */
export interface SweptScript {
  readonly analysis: ScriptAnalysis
  readonly code: ScriptCode
  readonly data: ReturnType<typeof readData>
}

/** Keeps the script, the prices and the isolate of a sweep from one of its batches to the next. */
export class SweepKeeper {
  readonly #engine: EngineCode
  readonly #next: NextIsolate
  readonly #current = new Int32Array(new SharedArrayBuffer(4))
  #key = ''
  #script: SweptScript | null = null
  #isolate: IsolateRun | null = null
  #memoryBefore = 0
  #heapBefore: number | null = null
  #runs = 0
  #from = 0

  constructor(engine: EngineCode, next: NextIsolate) {
    this.#engine = engine
    this.#next = next
  }

  get isolate(): IsolateRun | null {
    return this.#isolate
  }

  /** Memory of the process before the sweep. */
  get memoryBefore(): number {
    return this.#memoryBefore
  }

  /** The number of the run in progress in its batch; -1 if there is no sweep. */
  get current(): number {
    return this.#script === null ? -1 : this.#from + Atomics.load(this.#current, 0)
  }

  /** The isolate counts its runs from this one. */
  beginAt(run: number): void {
    this.#from = run
    Atomics.store(this.#current, 0, 0)
  }

  /** Script and prices of the job's sweep, or the first mistake in its code. */
  scriptOf(job: SweepJob): SweptScript | { readonly mistake: ScriptMistake } {
    const key = JSON.stringify({ ...job, points: [] })
    if (this.#script !== null && this.#key === key) return this.#script
    this.release()
    const analysis = analyzeScript(job.source, 'algorithm')
    const code = codeOf(analysis, job.indicators)
    if ('mistake' in code) return code
    this.#memoryBefore = this.#next.memoryBefore
    this.#key = key
    this.#script = { analysis, code, data: readData(job.series) }
    return this.#script
  }

  /** The isolate, with everything but the externals of its next runs. */
  async isolateFor(job: SweepJob, { code, data }: SweptScript, watch: LimitWatch): Promise<IsolateRun> {
    const { limits, metrics, maxDrawdown, spec } = job
    const remaining = () => watch.remaining()
    if (this.#isolate !== null) {
      this.#isolate.limitTime(remaining)
      return this.#isolate
    }
    this.#isolate = new IsolateRun(
      this.#engine,
      await this.#next.take(limits, data.bytes, 'sweeping'),
      limits,
      remaining,
    )
    const command = { metrics, maxDrawdown, resultBytes: limits.resultBytes }
    await this.#isolate.startSweep(code, data, spec, command, this.#current.buffer)
    return this.#isolate
  }

  /** Replaces an isolate that has been used enough. */
  async countRuns(runs: number): Promise<void> {
    if (this.#isolate === null) return
    this.#runs += runs
    const heap = await this.#isolate.heapBytes()
    this.#heapBefore ??= heap
    if (this.#runs >= RUNS || heap - this.#heapBefore > GROWTH) this.dropIsolate()
  }

  dropIsolate(): void {
    this.#isolate?.dispose()
    this.#isolate = null
    this.#heapBefore = null
    this.#runs = 0
  }

  /** Frees everything for other jobs. */
  release(): void {
    this.dropIsolate()
    this.#script = null
  }
}
