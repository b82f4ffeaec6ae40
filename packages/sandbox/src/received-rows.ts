import { cleanError } from './clean-outcome.ts'
import type { RunnerEvent, SweepFailure } from './protocol.ts'
import type { ResultBytes } from './result-bytes.ts'
import type { ErrorKind, RunOutcome } from './run-job.ts'
import type { RunnerEnding } from './runner-ending.ts'
import type { SweepJob } from './sweep-job.ts'
import type { SweepRow } from './sweep-outcome.ts'
import { maxRowBytes, readSweepRows } from './sweep-rows.ts'

const DAY = 86_400_000
/** The bytes of rows precede the messages that announce them. */
const ARRIVAL_MS = 10_000
const KINDS: readonly ErrorKind[] = ['script', 'input', 'timeout', 'memory', 'result-too-large']

/** How the work of a runner on a batch ended. */
export type BatchEnd = { readonly status: 'swept'; readonly cpuMs: number } | RunnerEnding

export type BatchOutcome =
  | { readonly status: 'completed'; readonly rows: readonly SweepRow[]; readonly cpuMs: number }
  /** The runner did not survive a run after these rows. */
  | {
      readonly status: 'broken'
      readonly rows: readonly SweepRow[]
      /** The run at fault, if the runner could still tell. */
      readonly run: number | null
      readonly failure: Omit<SweepFailure, 'run'>
    }
  | Extract<RunOutcome, { status: 'failed' | 'canceled' }>

/** The rows of a batch that a runner has announced. A compromised runner may send anything. */
export class ReceivedRows {
  readonly #job: SweepJob
  readonly #maxDays: number
  readonly #failures = new Map<number, SweepFailure>()
  #bytes = 0
  announced = 0

  constructor(job: SweepJob) {
    this.#job = job
    this.#maxDays = Math.ceil((job.spec.end - job.spec.start) / DAY) + 2
  }

  /** The bytes of all rows are not more than this. */
  get maxBytes(): number {
    return maxRowBytes(this.#job.metrics.length, this.#maxDays) * this.#job.points.length
  }

  /** False if it announces nothing that can be. */
  announce({ count, bytes, failed }: Extract<RunnerEvent, { type: 'rows' }>): boolean {
    const isMore = Number.isInteger(count) && count > this.announced && count <= this.#job.points.length
    const areMore = Number.isInteger(bytes) && bytes > this.#bytes && bytes <= this.maxBytes
    if (!isMore || !areMore || !Array.isArray(failed)) return false
    for (const failure of failed.slice(0, count - this.announced) as SweepFailure[])
      if (KINDS.includes(failure?.kind)) this.#failures.set(failure.run, failure)
    this.announced = count
    this.#bytes = bytes
    return true
  }

  async outcome(end: BatchEnd, result: ResultBytes | null): Promise<BatchOutcome> {
    if (end.status === 'failed' || end.status === 'canceled') return end
    if (end.status === 'errored') {
      const { kind, error, run } = end
      const isKnown = run !== undefined && Number.isInteger(run) && run >= 0 && run < this.#job.points.length
      const rows = this.#arrived(result?.first(this.#bytes) ?? null)
      return { status: 'broken', rows, run: isKnown ? run : null, failure: { kind, error } }
    }
    try {
      if (this.announced !== this.#job.points.length) throw new TypeError('it left out rows')
      const bytes = await this.#whole(result)
      const cpuMs = Number.isFinite(end.cpuMs) ? end.cpuMs : 0
      return { status: 'completed', rows: this.#read(bytes), cpuMs }
    } catch (error) {
      return { status: 'failed', error: { message: `Runner gave no rows: ${String(error)}` } }
    }
  }

  async #whole(result: ResultBytes | null): Promise<Buffer> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new TypeError('they did not arrive')), ARRIVAL_MS)
    try {
      return await Promise.race([result?.whole(this.#bytes) ?? late, late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** What can be used of a batch that did not end. */
  #arrived(bytes: Buffer | null): readonly SweepRow[] {
    try {
      return bytes === null ? [] : this.#read(bytes)
    } catch {
      return []
    }
  }

  #read(bytes: Buffer): SweepRow[] {
    const { metrics: keys, source } = this.#job
    const rows = readSweepRows(bytes, { count: this.announced, keys, maxDays: this.#maxDays })
    return rows.map((row, run): SweepRow => {
      if (row === null) {
        const failure = this.#failures.get(run)
        if (failure === undefined) throw new TypeError('an error is missing')
        const before = failure.isBeforePrices === true ? { isBeforePrices: true as const } : {}
        return { status: 'Errored', kind: failure.kind, error: cleanError(failure.error, source), ...before }
      }
      const { status, ...numbers } = row
      return status === 'Cut' ? { ...numbers, status, ledgerHash: null } : { ...numbers, status }
    })
  }
}
