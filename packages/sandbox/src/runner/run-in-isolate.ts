import { createHash } from 'node:crypto'
import type { LogLine } from '@tradeloom/engine'
import { analyseScript, type ScriptAnalysis } from '@tradeloom/script'
import type { Report } from '../protocol.ts'
import type { ErrorKind, RunJob } from '../run-job.ts'
import { canonicalJson } from './canonical-json.ts'
import type { EngineCode } from './engine-code.ts'
import { IsolateRun, ResultTooLarge, ScriptFailure } from './isolate-run.ts'
import { LimitWatch } from './limit-watch.ts'
import { limitText } from './limit-texts.ts'
import { readColumns } from './read-columns.ts'

/** Progress is told at most this often. */
const PROGRESS_MS = 200

export interface RunPorts {
  post(report: Report): void
  isStopped(): boolean
  /** The isolate has broken and its thread is lost. */
  onCatastrophe(): void
}

/** Does one job and posts its end. Nothing that a script does makes it throw; a throw is our own mistake. */
export async function runInIsolate(job: RunJob, engine: EngineCode, ports: RunPorts): Promise<void> {
  const analysis = analyseScript(job.source, 'algorithm')
  const mistake = analysis.errors[0]
  if (mistake !== undefined) {
    const { message, line, column } = mistake
    ports.post({ type: 'errored', kind: 'script', error: { message, line, column }, log: [] })
    return
  }
  const data = readData(job)
  const dataBytes = data.buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0)
  const watch = new LimitWatch(job.limits, dataBytes, (kind) => post(errored(kind, [])))
  let isOver = false
  const post = (report: Report): void => {
    if (isOver) return
    isOver = report.type !== 'progress'
    ports.post(report)
  }
  const errored = (kind: ErrorKind, log: readonly LogLine[], error?: ScriptFailure['error']): Report => ({
    type: 'errored',
    kind,
    error: error ?? { message: kind === 'script' ? 'Script failed' : limitText(kind, job.limits) },
    log,
  })
  const run = IsolateRun.create(engine, job.limits, dataBytes, {
    remaining: () => watch.remaining(),
    onCatastrophe: ports.onCatastrophe,
  })
  try {
    const code = { javascript: analysis.javascript, externals: analysis.externals.map(({ name }) => name) }
    await run.start(engine, code, data, { ...job.spec, externals: externalsOf(analysis, job) })
    const status = await advance(run, watch, ports.isStopped, post)
    if (status === 'timeout') return post(errored('timeout', await run.log()))
    const result = canonicalJson(await run.finish(status, job.limits.resultBytes))
    const resultHash = createHash('sha256').update(result).digest('hex')
    post({ type: 'done', status, result, resultHash, cpuMs: watch.cpuMs() })
  } catch (thrown) {
    const kind = errorKind(thrown)
    if (kind === null) throw thrown
    if (thrown instanceof ScriptFailure)
      return post(errored(kind, thrown.log, kind === 'script' ? thrown.error : undefined))
    post(errored(kind, kind === 'timeout' || kind === 'result-too-large' ? await run.log() : []))
  } finally {
    watch.stop()
  }
}

function readData(job: RunJob): {
  heads: { instrumentId: string; kind: 'bar' | 'tick'; rows: number }[]
  buffers: SharedArrayBuffer[]
} {
  const heads = []
  const buffers = []
  for (const { instrumentId, columnsFile } of job.series) {
    const { buffer, rows } = readColumns(columnsFile)
    heads.push({ instrumentId, kind: columnsFile.kind, rows })
    buffers.push(buffer)
  }
  return { heads, buffers }
}

/** The declared externals only, with their defaults where the run sets none. */
function externalsOf(analysis: ScriptAnalysis, job: RunJob): Record<string, number> {
  const values: Record<string, number> = {}
  for (const { name, defaultValue } of analysis.externals) {
    const value = job.spec.externals[name] ?? defaultValue
    if (value !== undefined) values[name] = value
  }
  return values
}

async function advance(
  run: IsolateRun,
  watch: LimitWatch,
  isStopped: () => boolean,
  post: (report: Report) => void,
): Promise<'completed' | 'stopped' | 'timeout'> {
  let toldAt = Number.NEGATIVE_INFINITY
  for (;;) {
    if (isStopped()) return 'stopped'
    if (watch.remaining() <= 0) return 'timeout'
    // Each slice sees what the ones before it have left: that is why they wait for each other.
    // oxlint-disable-next-line no-await-in-loop
    const { isDone, progress, live } = await run.advance()
    if (isDone) return 'completed'
    if (performance.now() - toldAt < PROGRESS_MS) continue
    toldAt = performance.now()
    post({ type: 'progress', progress, live })
  }
}

/** What the library's errors mean; null for errors that no script can cause. */
function errorKind(thrown: unknown): ErrorKind | null {
  if (thrown instanceof ResultTooLarge) return 'result-too-large'
  const message = thrown instanceof Error ? thrown.message : ''
  if (/array buffer allocation failed|invalid array length|out of memory/i.test(message)) return 'memory'
  if (thrown instanceof ScriptFailure) return 'script'
  if (/timed out/i.test(message)) return 'timeout'
  if (/disposed|memory limit/i.test(message)) return 'memory'
  return null
}
