import type { FailedRun } from '../isolate/sweep.ts'
import type { SweepFailure } from '../protocol.ts'
import type { RunLimits } from '../run-job.ts'
import type { SweepJob } from '../sweep-job.ts'
import { externalsOf } from './externals-of.ts'
import type { Limit } from './limit-texts.ts'
import { LimitWatch } from './limit-watch.ts'
import { PostedRows } from './posted-rows.ts'
import type { SweepKeeper, SweptScript } from './sweep-keeper.ts'
import { type Errored, errored, exceeded, reportOf, type RunPorts } from './watched-script.ts'

/** A run that the isolate did not survive. */
interface Lost {
  readonly run: number
  /** Null: it may have been due to the runs before it, so it gets an isolate of its own. */
  readonly failure: Failure | null
}

type Failure = Omit<SweepFailure, 'run'>

/** A run that lacked memory in an isolate with the remains of others. */
class Doubtful extends Error {
  readonly run: number

  constructor(run: number) {
    super()
    this.run = run
  }
}

/** Performs a batch of a sweep. Posts its rows as they are completed, and then its end. */
export async function sweepInIsolate(job: SweepJob, keeper: SweepKeeper, ports: RunPorts): Promise<void> {
  const before = process.cpuUsage()
  const script = keeper.scriptOf(job)
  const rows = new PostedRows(ports)
  if ('mistake' in script) {
    const failure = { kind: 'script', error: script.mistake, isBeforePrices: true } as const
    rows.fail(failure, job.points.length)
  } else if (!(await sweepScript(job, script, keeper, ports, rows))) return
  const { user, system } = process.cpuUsage(before)
  ports.post({ type: 'swept', cpuMs: (user + system) / 1000 })
}

/** False when a limit was exceeded in a way that only the end of this process can stop; that has been posted. */
async function sweepScript(
  job: SweepJob,
  script: SweptScript,
  keeper: SweepKeeper,
  ports: RunPorts,
  rows: PostedRows,
): Promise<boolean> {
  let isOver = false
  const onExceeded = (limit: Limit): void => {
    if (!isOver) ports.post({ ...exceeded(limit, job.limits, []), run: keeper.current })
    isOver = true
  }
  const watch = new LimitWatch(job.limits, script.data.bytes, keeper.memoryBefore, onExceeded)
  let lost = null as Lost | null
  try {
    while (rows.count < job.points.length) {
      const from = rows.count
      if (lost?.run === from && lost.failure !== null) {
        rows.fail(lost.failure, 1)
        lost = null
        continue
      }
      if (lost?.run === from) keeper.dropIsolate()
      const isFresh = keeper.isolate === null
      const to = lost === null ? job.points.length : lost.run === from ? from + 1 : lost.run
      try {
        await sweepPart(job, script, keeper, watch, rows, to)
        if (lost !== null && rows.count > lost.run) lost = null
      } catch (thrown) {
        lost = await lostTo(thrown, { job, keeper, watch, from, isFresh })
        keeper.dropIsolate()
      }
    }
    await keeper.countRuns(job.points.length)
  } finally {
    watch.stop()
    if (lost !== null) keeper.dropIsolate()
  }
  return !isOver
}

/** Runs up to `to`, without it. Throws when the isolate must not be used any more. */
async function sweepPart(
  job: SweepJob,
  script: SweptScript,
  keeper: SweepKeeper,
  watch: LimitWatch,
  rows: PostedRows,
  to: number,
): Promise<void> {
  const { spec, points, limits } = job
  const from = rows.count
  const isFresh = keeper.isolate === null
  keeper.beginAt(from)
  watch.restart()
  const isolate = await keeper.isolateFor(job, script, watch)
  await isolate.beginBatch(
    points.slice(from, to).map((point) => externalsOf(script.analysis, { ...spec.externals, ...point })),
  )
  while (rows.count < to) {
    const slice = await isolate.advanceBatch()
    const failed = slice.failed.map(({ run, error, isBeforePrices }) => ({
      run: from + run,
      ...failureOfRun(error, limits),
      ...(isBeforePrices ? { isBeforePrices } : {}),
    }))
    const doubtful = failed.find(({ run, kind }) => kind === 'memory' && !(isFresh && run === from))
    if (doubtful) throw new Doubtful(doubtful.run)
    if (from + slice.done === rows.count) continue
    rows.add(slice.rows, from + slice.done, failed)
    // The next slice continues with another run.
    watch.restart()
  }
}

interface Circumstances {
  readonly job: SweepJob
  readonly keeper: SweepKeeper
  readonly watch: LimitWatch
  /** The first run given to the isolate at this time, and whether it was its first one at all. */
  readonly from: number
  readonly isFresh: boolean
}

/** Rethrows what is not the fault of a script. */
async function lostTo(thrown: unknown, { job, keeper, watch, from, isFresh }: Circumstances): Promise<Lost> {
  if (thrown instanceof Doubtful) return { run: thrown.run, failure: null }
  const run = keeper.current
  const { kind, error } = await reportOf(thrown, keeper.isolate, watch, job.limits)
  const isCertain = kind !== 'memory' || (isFresh && run === from)
  return { run, failure: isCertain ? { kind, error } : null }
}

function failureOfRun(error: FailedRun['error'], limits: RunLimits): Failure {
  const report: Errored = error === 'result-too-large' ? exceeded('result', limits, []) : errored(error, [], limits)
  return { kind: report.kind, error: report.error }
}
