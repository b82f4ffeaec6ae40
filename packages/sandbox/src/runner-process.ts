import type { ChildProcess } from 'node:child_process'
import { afterStderrDrained } from './launch/after-stderr-drained.ts'
import type { LaunchCommand } from './launch/launch-command.ts'
import { startRunner } from './launch/start-runner.ts'
import { tree, treeUsage } from './launch/process-tree.ts'
import { lowerPriority } from './lower-priority.ts'
import type { RunnerCommand, RunnerEvent } from './protocol.ts'
import type { LogLine } from '@tradeloom/engine'
import { checkEnding } from './check-ending.ts'
import type { CheckJob, CheckOutcome } from './check-job.ts'
import { cleanProgress, cleanReport } from './clean-outcome.ts'
import { dataBytes } from './data-bytes.ts'
import { leavesIsolateClean } from './leaves-isolate-clean.ts'
import type { IndicatorJob, IndicatorOutcome } from './indicator-job.ts'
import { LogRequests } from './log-requests.ts'
import { receivedIndicator, receivedRun } from './received-result.ts'
import { type BatchEnd, type BatchOutcome, ReceivedRows } from './received-rows.ts'
import { ResultBytes } from './result-bytes.ts'
import type { RunJob, RunOutcome, RunProgress } from './run-job.ts'
import { type AnsweredCall, receivedAnswer } from './session/received-answer.ts'
import type { SessionCommand, SessionJob } from './session/session-protocol.ts'
import type { SweepJob } from './sweep-job.ts'
import { exceededEnding, failureEnding, lastError, type Load, lostEnding, type RunnerEnding } from './runner-ending.ts'

const START_MS = 15_000
const WATCH_MS = 200
/** Launchers that do not end with their runner are killed after this. */
const LAUNCHER_MS = 500
/** A runner that needs longer to clear its last job is replaced. */
const CLEAR_MS = 500
/** The prices of a sweep stay in memory between its batches, with their extremes and the prices of one side. */
const HELD_COPIES = 3

/** Before the text and the columns of a result. */
const LEAD_BYTES = 8

/** Of a character of a session's answer. */
const MAX_UTF8_BYTES = 3

type Ready = Extract<RunnerEvent, { type: 'ready' }>
type Idle = Extract<RunnerEvent, { type: 'idle' }>
type Checked = Extract<CheckOutcome, { status: 'checked' }>

/** When a runner is replaced by a fresh one. */
export interface ReuseLimits {
  readonly jobs: number
  readonly ageMs: number
  /** Memory beyond that of a fresh runner, megabytes. */
  readonly growthMb: number
}

export interface RunWatch {
  readonly onProgress?: ((progress: RunProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SweepWatch {
  /** Runs of the batch that have ended. */
  readonly onProgress?: ((done: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** One runner from start to end. It performs one job at a time, for one tenant, and is only ever ended by SIGKILL. */
export class RunnerProcess {
  readonly ready: Promise<Ready>
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>
  readonly #child: ChildProcess
  readonly #result: ResultBytes | null
  #idle: Promise<Idle> | null = null
  #isClean = false
  #isPrepared = false
  #sweep: string | null = null
  /** Prices of that sweep, and what the engine derives from them. */
  #heldBytes = 0
  readonly #logs = new LogRequests((command) => this.#send(command))
  #errors = ''
  #exit: string | null = null
  #onEvent: (event: RunnerEvent) => void = () => undefined
  #onIdle: (idle: Idle) => void = () => undefined
  #jobs = 0
  /** Before its first job, in bytes. */
  #memoryAtStart = Number.POSITIVE_INFINITY
  readonly #startedAt = performance.now()
  #onEnd: (how: string) => void = () => undefined

  constructor(launch: LaunchCommand) {
    const child = startRunner(launch)
    this.#child = child
    this.#result = child.stdout === null ? null : new ResultBytes(child.stdout)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-4000)
    })
    child.on('message', (event: RunnerEvent) => {
      if (event.type === 'idle') this.#onIdle(event)
      else if (event.type === 'prepared') this.#isPrepared = true
      else this.#onEvent(event)
    })
    this.ended = new Promise((resolve) => {
      const end = (how: string): void => {
        if (this.#exit !== null) return
        this.#exit = how
        this.#onEnd(how)
        this.#result?.close()
        resolve()
      }
      child.on('error', (error) => end(error.message))
      // Not 'close': a grandchild that outlives its launcher holds the streams open.
      child.on('exit', (code, signal) => afterStderrDrained(child, () => end(signal ?? `exit status ${code}`)))
    })
    this.ready = this.#awaitReady()
    // Callers that wait for it get the error; nobody has to wait.
    this.ready.catch(() => undefined)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isAlive(): boolean {
    return this.#exit === null
  }

  /** The sweep whose script, prices and isolate it holds. */
  get sweepInHand(): string | null {
    return this.#sweep
  }

  /** Whether the isolate of its next run is warmed up. */
  get isPrepared(): boolean {
    return this.#isPrepared
  }

  /**
   * Kills the runner; its launchers then reap their children and end by themselves. A launcher that dies early leaves its
   * child behind, which finds its channel closed and ends itself.
   */
  kill(): void {
    if (this.#exit !== null) return
    const pids = this.pid === undefined ? [] : tree(this.pid)
    kill(pids.at(-1))
    if (this.#child.connected) this.#child.disconnect()
    const timer = setTimeout(() => pids.forEach((pid) => kill(pid)), LAUNCHER_MS)
    void this.ended.finally(() => clearTimeout(timer))
  }

  /** Lets it prepare the isolate of its next run, once it is ready; a job that comes meanwhile does not wait for it. */
  prepare(): void {
    this.ready.then(() => this.#send({ type: 'prepare' })).catch(() => undefined)
  }

  /** Asks for the result so far. */
  stop(): void {
    this.#send({ type: 'stop' })
  }

  /** The newest log lines so far; empty if the script does not pause within a second or has ended. */
  log(most: number): Promise<readonly LogLine[]> {
    return this.#logs.ask(most)
  }

  /**
   * Performs the job. Never rejects: whatever happens to the runner is an outcome. Afterwards the caller either calls
   * `cleared` or kills the runner.
   */
  async run(job: RunJob, watch: RunWatch): Promise<RunOutcome> {
    const begin = performance.now()
    this.#endSweep()
    this.#beginJob(job)
    const received = { result: this.#result, spec: job.spec, onExcess: () => this.kill() }
    const outcome = await this.#work<RunOutcome>({ type: 'run', job }, job, watch.signal, (event, resolve) => {
      if (event.type === 'progress') watch.onProgress?.(cleanProgress(event))
      else if (event.type === 'done') void receivedRun(event, { ...received, begin }).then(resolve)
    })
    this.#logs.answerAll('result' in outcome ? outcome.result.log : 'log' in outcome ? outcome.log : [])
    this.#isClean = leavesIsolateClean(outcome)
    return outcome
  }

  /** Computes an indicator. The same applies as to `run`. */
  async compute(job: IndicatorJob, signal: AbortSignal | undefined): Promise<IndicatorOutcome> {
    this.#endSweep()
    this.#beginJob(job)
    const outcome = await this.#work<IndicatorOutcome>({ type: 'indicator', job }, job, signal, (event, resolve) => {
      if (event.type === 'computed') resolve(receivedIndicator(event, job.rows))
    })
    this.#isClean = leavesIsolateClean(outcome)
    return outcome
  }

  /** Performs a batch of a sweep, as far as it can. The same applies as to `run`. */
  async sweep(job: SweepJob, watch: SweepWatch): Promise<BatchOutcome> {
    const rows = new ReceivedRows(job)
    this.#beginJob(job, rows.maxBytes)
    // Batches of one sweep share an isolate, so they count as one job.
    if (this.#sweep === job.sweep) this.#jobs--
    this.#sweep = job.sweep
    this.#heldBytes = HELD_COPIES * dataBytes(job)
    const outcome = await this.#work<BatchEnd>({ type: 'sweep', job }, job, watch.signal, (event, resolve, restart) => {
      if (event.type === 'rows' && rows.announce(event)) {
        restart()
        watch.onProgress?.(rows.announced)
      } else if (event.type === 'swept') resolve({ status: 'swept', cpuMs: event.cpuMs })
    })
    const batch = await rows.outcome(outcome, this.#result)
    this.#isClean = batch.status === 'completed' && this.#result?.isExact === true
    return batch
  }

  /**
   * Starts a session, or makes a call of the one that it hosts. Never rejects. The caller kills the runner when the session
   * is over, or another call is not wanted.
   */
  async call(command: SessionCommand, job: SessionJob): Promise<AnsweredCall | RunnerEnding> {
    this.#result?.allow(MAX_UTF8_BYTES * job.limits.resultBytes)
    return this.#work<AnsweredCall>(command, { ...job, series: [] }, undefined, (event, resolve) => {
      if (event.type === 'answered') void receivedAnswer(event, this.#result, job).then(resolve)
    })
  }

  #endSweep(): void {
    this.#sweep = null
    this.#heldBytes = 0
  }

  #beginJob({ limits }: Load, maxBytes = limits.resultBytes + LEAD_BYTES): void {
    const idle = Promise.withResolvers<Idle>()
    this.#onIdle = idle.resolve
    this.#idle = idle.promise
    this.#isPrepared = false
    this.#jobs++
    this.#result?.allow(maxBytes)
  }

  /**
   * Whether nothing of the last run is left, so that the runner can take another job of the same tenant. Kills it
   * otherwise: if the run exceeded a limit, or the runner has reached the end of its use.
   */
  async cleared(limits: ReuseLimits): Promise<boolean> {
    const isUsedUp = this.#jobs >= limits.jobs || performance.now() - this.#startedAt >= limits.ageMs
    const idle = this.#isClean && !isUsedUp ? await within(CLEAR_MS, this.#idle) : null
    const growth = idle === null ? Number.POSITIVE_INFINITY : idle.memoryBytes - this.#memoryAtStart
    const most = limits.growthMb * 1024 * 1024 + this.#heldBytes
    const isReusable = this.isAlive && this.#child.connected && growth <= most
    if (!isReusable) this.kill()
    return isReusable
  }

  /** Gives it the lowest priority on the machine, for the rest of its life. */
  yieldToOthers(): void {
    if (this.pid !== undefined) for (const pid of tree(this.pid)) lowerPriority(pid)
  }

  /** Performs a check. Never rejects. */
  async check(job: CheckJob, signal: AbortSignal | undefined): Promise<CheckOutcome> {
    const outcome = await this.#work<Checked>({ type: 'check', job }, job, signal, (event, resolve) => {
      if (event.type !== 'checked') return
      resolve({ status: 'checked', report: cleanReport(event.report, job.source), cpuMs: event.cpuMs })
    })
    this.kill()
    return outcome.status === 'checked' ? outcome : checkEnding(outcome, job.limits)
  }

  /** Sends a command and waits for its outcome, whatever it is. */
  async #work<Outcome>(
    command: RunnerCommand,
    job: Load & Pick<RunJob, 'source'>,
    signal: AbortSignal | undefined,
    onEvent: (event: RunnerEvent, resolve: (outcome: Outcome | RunnerEnding) => void, restart: () => void) => void,
  ): Promise<Outcome | RunnerEnding> {
    let begin = 0
    let cpuBefore = 0
    /** Another run of the job begins. */
    const restart = (): void => {
      begin = performance.now()
      cpuBefore = (this.pid === undefined ? null : treeUsage(this.pid))?.cpuMs ?? 0
    }
    restart()
    const { promise, resolve } = Promise.withResolvers<Outcome | RunnerEnding>()
    const abort = (): void => resolve({ status: 'canceled' })
    const timer = setInterval(() => {
      const late = exceededEnding(this.pid, job, { begin, cpuBefore })
      if (late !== null) resolve(late)
    }, WATCH_MS)
    signal?.addEventListener('abort', abort, { once: true })
    this.#onEnd = (how) => resolve(lostEnding(job, how, this.#errors))
    this.#onEvent = (event) => {
      if (event.type === 'log') this.#logs.answer(event)
      else if (event.type === 'failed' || event.type === 'errored') resolve(failureEnding(event, job.source))
      else onEvent(event, resolve, restart)
    }
    if (signal?.aborted === true) abort()
    else if (this.#exit !== null) resolve(lostEnding(job, this.#exit, this.#errors))
    else this.#send(command)
    const outcome = await promise
    clearInterval(timer)
    signal?.removeEventListener('abort', abort)
    this.#onEvent = () => undefined
    return outcome
  }

  #send(command: RunnerCommand): void {
    // The death of a runner is reported by its exit, not by the channel.
    if (this.#child.connected) this.#child.send(command, () => undefined)
  }

  #awaitReady(): Promise<Ready> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`Runner did not start within ${START_MS / 1000} s`))
        this.kill()
      }, START_MS)
      this.#onEvent = (event) => {
        clearTimeout(timer)
        if (event.type !== 'ready') return
        this.#memoryAtStart = event.memoryBytes
        resolve(event)
      }
      this.#onEnd = (how) => {
        clearTimeout(timer)
        reject(new Error(`Runner ended at its start (${how}): ${lastError(this.#errors)}`))
      }
    })
  }
}

/** Null when it takes longer. */
async function within<Value>(ms: number, work: Promise<Value> | null): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  const value = await Promise.race([work, late])
  clearTimeout(timer)
  return value
}

function kill(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
