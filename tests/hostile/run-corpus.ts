import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ColumnsFile } from '../../packages/sandbox/src/columns-file.ts'
import { tree } from '../../packages/sandbox/src/launch/process-tree.ts'
import { EURUSD, runSpec, writeMinutes } from '../../packages/sandbox/src/market-data.fixture.ts'
import type { RunOutcome } from '../../packages/sandbox/src/run-job.ts'
import type { RunRequest } from '../../packages/sandbox/src/pool-requests.ts'
import { createRunnerPool, type RunnerPool } from '../../packages/sandbox/src/runner-pool.ts'
import { Canary } from './canary.ts'
import type { HostileScript } from './hostile-scripts.ts'

/** A week of minutes. */
const ROWS = 7_200
/** Of the run after a hostile script: a day with its trades, which shows what the script has left behind. */
const NEXT_ROWS = 1_440
const WATCH_MS = 20
const MEGABYTE = 1024 * 1024
/** Shared with other tests, so that the engine is built once. */
const CACHE = join(import.meta.dirname, '../../.cache/engine')

/** Trades constantly and contains a secret, like the script of another tenant. */
const WELL_BEHAVED = `const secret = '%token%'
const fast = indicators.SMA('M1', 11)
const slow = indicators.SMA('M1', 31)
function onIntervalClose() {
  if (!fast.ready || !slow.ready || secret === '') return
  const up = fast.value(1) < slow.value(1) && fast.value() > slow.value()
  const down = fast.value(1) > slow.value(1) && fast.value() < slow.value()
  if (up || down) closeAll()
  if (up) buy({ quantity: 10000, stopLossPips: 40 })
  if (down) sell({ quantity: 10000, stopLossPips: 40 })
}`

export interface HostileRun {
  readonly script: HostileScript
  readonly outcome: RunOutcome
  /** From getting its runner to its end, milliseconds of wall time. */
  readonly stopMs: number
  /** Processor time of the runner, as last observed before its end. */
  readonly cpuMs: number
  /** Peak memory of the runner, megabytes. */
  readonly runnerMb: number
  /** Growth of the parent process meanwhile, megabytes. */
  readonly parentMb: number
  readonly sprung: readonly string[]
  /** Whether a concurrent run of another tenant has the same result as alone. */
  readonly isOtherRight: boolean
  /** The same for the next run of this tenant, which may get the same runner. */
  readonly isNextRight: boolean
}

/** A pool of runners, the data and the traps, in separate folders. */
export class Corpus {
  readonly #pool: RunnerPool
  readonly #canary: Canary
  readonly #folder: string
  readonly #week: ColumnsFile
  readonly #day: ColumnsFile
  /** Hashes of the results of the well-behaved script, by rows. */
  readonly #right = new Map<number, string>()
  #number = 0

  private constructor(folder: string, pool: RunnerPool, canary: Canary, week: ColumnsFile, day: ColumnsFile) {
    this.#folder = folder
    this.#pool = pool
    this.#canary = canary
    this.#week = week
    this.#day = day
  }

  static async open({ warmsUp = true } = {}): Promise<Corpus> {
    const folder = mkdtempSync(join(tmpdir(), 'tradeloom-hostile-'))
    // Runners of the setpriv level have another user id.
    chmodSync(folder, 0o755)
    const data = join(folder, 'data')
    const traps = join(folder, 'traps')
    mkdirSync(data)
    mkdirSync(traps)
    const [week, day] = [writeMinutes(data, ROWS), writeMinutes(data, NEXT_ROWS)]
    const canary = await Canary.set(traps)
    const pool = await createRunnerPool({ size: 2, warmsUp, cacheDir: CACHE, readableDirs: [data] })
    const corpus = new Corpus(folder, pool, canary, week, day)
    for (const { rows } of [week, day]) {
      const alone = await corpus.#wellBehaved('other', rows)
      if ('resultHash' in alone && alone.result.statistics.positionCount > 10) corpus.#right.set(rows, alone.resultHash)
      else {
        await corpus.close()
        throw new Error(`The well-behaved run did not end well: ${JSON.stringify(alone)}`)
      }
    }
    return corpus
  }

  get level(): string {
    return this.#pool.level
  }

  /** Megabytes of market data in each run, which do not count as the script's memory. */
  get dataMb(): number {
    return (this.#week.rows * this.#week.columns.length * 8) / MEGABYTE
  }

  /** Runs one script concurrently with a run of another tenant, and checks the traps. */
  async run(script: HostileScript): Promise<HostileRun> {
    const id = `hostile ${this.#number++}`
    // A separate tenant: a reused runner would show the peak and processor time of an earlier script.
    const tenant = id
    const before = process.memoryUsage.rss()
    const watch = new ProcessWatch(() => this.#pool.stats().pids[id])
    let begin = Number.NaN
    const request = {
      ...this.#request(id, tenant, this.#canary.bait(script.source)),
      limits: script.limits,
      onStart: () => {
        begin = performance.now()
      },
    }
    const hostile = this.#pool.run(request).then((outcome) => ({ outcome, stopMs: performance.now() - begin }))
    const [{ outcome, stopMs }, other] = await Promise.all([hostile, this.#wellBehaved('other', ROWS)])
    watch.stop()
    const next = await this.#wellBehaved(tenant, NEXT_ROWS)
    return {
      script,
      outcome,
      stopMs,
      cpuMs: watch.cpuMs,
      runnerMb: watch.peakMb,
      parentMb: Math.max(0, watch.parentBytes - before) / MEGABYTE,
      sprung: this.#canary.sprung(outcome),
      isOtherRight: this.#isRight(other, ROWS),
      isNextRight: this.#isRight(next, NEXT_ROWS),
    }
  }

  async close(): Promise<void> {
    await this.#pool.close()
    await this.#canary.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #isRight(outcome: RunOutcome, rows: number): boolean {
    return 'resultHash' in outcome && outcome.resultHash === this.#right.get(rows)
  }

  #wellBehaved(tenant: string, rows: number): Promise<RunOutcome> {
    return this.#pool.run(this.#request(`run ${this.#number++}`, tenant, this.#canary.bait(WELL_BEHAVED), rows))
  }

  #request(id: string, tenant: string, source: string, rows = ROWS): RunRequest {
    const columnsFile = rows === ROWS ? this.#week : this.#day
    return { id, tenant, source, spec: runSpec(rows), series: [{ instrumentId: EURUSD.id, columnsFile }] }
  }
}

/** Observes a runner from outside until it is gone: its own reports may be false. */
class ProcessWatch {
  peakMb = 0
  cpuMs = 0
  parentBytes = process.memoryUsage.rss()
  readonly #timer: NodeJS.Timeout

  constructor(pid: () => number | undefined) {
    this.#timer = setInterval(() => {
      this.parentBytes = Math.max(this.parentBytes, process.memoryUsage.rss())
      const outer = pid()
      const inner = outer === undefined ? undefined : tree(outer).at(-1)
      if (inner !== undefined) this.#look(inner)
    }, WATCH_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(pid: number): void {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      this.peakMb = Math.max(this.peakMb, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024)
      // The name in parentheses may contain spaces; the 14th and 15th fields are in hundredths of a second.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\)\s/s, '')
        .split(' ')
      this.cpuMs = Math.max(this.cpuMs, (Number(fields[11]) + Number(fields[12])) * 10)
    } catch {
      // It is gone, or this system does not report it.
    }
  }
}
