import { createHash } from 'node:crypto'
import type { LogLine } from '@tradeloom/engine'
import { analyseScript, type ScriptAnalysis } from '@tradeloom/script'
import type { LogOrder, Report } from '../protocol.ts'
import type { RunJob, RunLimits } from '../run-job.ts'
import type { EngineCode } from './engine-code.ts'
import { IsolateRun, ResultTooLarge, ScriptFailure } from './isolate-run.ts'
import { type Limit, limitKind, limitText } from './limit-texts.ts'
import { LimitWatch } from './limit-watch.ts'
import { readData } from './read-data.ts'

/** Progress is told at most this often. */
const PROGRESS_MS = 200

export interface RunPorts {
  post(report: Report): void
  /** Sends a result; returns its length in bytes. */
  write(result: readonly Buffer[]): number
  isStopped(): boolean
  /** The next one who wants to see the log so far. */
  logOrder(): LogOrder | undefined
  /** The isolate has broken and its thread is lost. */
  onCatastrophe(): void
}

/** Does one job and posts its end. Nothing that a script does makes it throw; a throw is our own mistake. */
export async function runInIsolate(job: RunJob, engine: EngineCode, ports: RunPorts): Promise<void> {
  const before = process.cpuUsage()
  const analysis = analyseScript(job.source, 'algorithm')
  const mistake = analysis.errors[0]
  if (mistake !== undefined) {
    const { message, line, column } = mistake
    ports.post({ type: 'errored', kind: 'script', error: { message, line, column }, log: [] })
    return
  }
  const post = once(ports.post)
  const data = readData(job.series)
  const watch = new LimitWatch(job.limits, data.bytes, (limit) => post(exceeded(limit, job.limits, [])))
  const run = IsolateRun.create(engine, job.limits, data.bytes, {
    remaining: () => watch.remaining(),
    onCatastrophe: ports.onCatastrophe,
  })
  try {
    const code = { javascript: analysis.javascript, externals: analysis.externals.map(({ name }) => name) }
    await run.start(engine, code, data, { ...job.spec, externals: externalsOf(analysis, job.spec.externals) })
    const status = await advance(run, watch, { ...ports, post })
    if (status === 'timeout') return post(exceeded(watch.nearest(), job.limits, await run.log()))
    const result = await run.finish(status)
    const hash = createHash('sha256')
    for (const piece of result) hash.update(piece)
    const bytes = ports.write(result)
    // The whole job, from the analysis of its script on.
    const { user, system } = process.cpuUsage(before)
    post({ type: 'done', status, bytes, resultHash: hash.digest('hex'), cpuMs: (user + system) / 1000 })
  } catch (thrown) {
    post(await reportOf(thrown, run, watch, job.limits))
  } finally {
    watch.stop()
  }
}

/** Lets progress through, and one end. */
export function once(post: (report: Report) => void): (report: Report) => void {
  let isOver = false
  return (report) => {
    if (isOver) return
    isOver = report.type !== 'progress' && report.type !== 'log'
    post(report)
  }
}

/** The declared externals only, with their defaults where the run sets none. */
export function externalsOf(analysis: ScriptAnalysis, given: Readonly<Record<string, number>>): Record<string, number> {
  const values: Record<string, number> = {}
  for (const { name, defaultValue } of analysis.externals) {
    const value = given[name] ?? defaultValue
    if (value !== undefined) values[name] = value
  }
  return values
}

async function advance(
  run: IsolateRun,
  watch: LimitWatch,
  { isStopped, logOrder, post }: RunPorts,
): Promise<'completed' | 'stopped' | 'timeout'> {
  let toldAt = Number.NEGATIVE_INFINITY
  for (;;) {
    if (isStopped()) return 'stopped'
    if (watch.remaining() <= 0) return 'timeout'
    // Each slice goes on where the one before it has ended.
    const { isDone, progress, live } = await run.advance()
    if (isDone) return 'completed'
    for (let order = logOrder(); order !== undefined; order = logOrder())
      post({ type: 'log', number: order.number, lines: await run.log(order.most) })
    if (performance.now() - toldAt < PROGRESS_MS) continue
    toldAt = performance.now()
    post({ type: 'progress', progress, live })
  }
}

export function exceeded(limit: Limit, limits: RunLimits, log: readonly LogLine[]): Report {
  return { type: 'errored', kind: limitKind(limit), error: { message: limitText(limit, limits) }, log }
}

/** Tells the script's mistakes from our own, which are thrown on. */
export async function reportOf(
  thrown: unknown,
  run: IsolateRun,
  watch: LimitWatch,
  limits: RunLimits,
): Promise<Report> {
  if (thrown instanceof ResultTooLarge) return exceeded('result', limits, await run.log())
  if (thrown instanceof ScriptFailure) return failure(thrown, limits)
  const message = thrown instanceof Error ? thrown.message : ''
  // The library tells by its messages only what has ended a call.
  if (/timed out/i.test(message)) return exceeded(watch.nearest(), limits, await run.log())
  if (/disposed|memory limit/i.test(message)) return exceeded('memory', limits, [])
  throw thrown
}

function failure({ error, log }: ScriptFailure, limits: RunLimits): Report {
  const { name, ...shown } = error
  if (/array buffer allocation failed|out of memory/i.test(shown.message)) return exceeded('memory', limits, log)
  return { type: 'errored', kind: name === 'RunInputError' ? 'input' : 'script', error: shown, log }
}
