import type { LogLine } from '@tradeloom/engine'
import { analyzeScript, guardErrors, type ScriptAnalysis, type ScriptKind } from '@tradeloom/script'
import type { ColumnsFile } from '../columns-file.ts'
import type { LogCommand, RunnerEvent } from '../protocol.ts'
import type { NamedScript, RunLimits } from '../run-job.ts'
import type { ScriptError } from '../isolate/describe-error.ts'
import { StageClock } from '../stage-clock.ts'
import { IsolateRun, ResultTooLarge, ScriptFailure } from './isolate-run.ts'
import { indicatorCode, type ScriptCode, type ScriptMistake } from './script-code.ts'
import { type Limit, limitKind, limitText } from './limit-texts.ts'
import { LimitWatch } from './limit-watch.ts'
import { readData } from './read-data.ts'
import type { EngineCode } from './engine-code.ts'
import type { PreparedIsolate } from './load-isolate.ts'

export interface RunPorts {
  post(event: RunnerEvent): void
  /** Sends a result; returns its length in bytes. */
  write(result: Uint8Array): number
  isStopped(): boolean
  /** The next request for the log so far. */
  logCommand(): LogCommand | undefined
  /** The isolate has crashed and its thread is lost. */
  onCatastrophe(): void
}

/** What all kinds of jobs have in common. */
export interface ScriptJob {
  readonly source: string
  /** Default algorithm. */
  readonly kind?: ScriptKind
  /** Custom indicators that an algorithm may name. */
  readonly indicators?: readonly NamedScript[]
  readonly series: readonly { readonly instrumentId: string; readonly columnsFile: ColumnsFile }[]
  readonly limits: RunLimits
}

/** A script with its data in its own isolate, within its limits. */
export interface WatchedScript {
  readonly analysis: ScriptAnalysis
  readonly code: ScriptCode
  readonly data: ReturnType<typeof readData>
  readonly run: IsolateRun
  readonly watch: LimitWatch
  /** Forwards progress, and one outcome. */
  readonly post: (event: RunnerEvent) => void
}

/**
 * Runs `work` with a script and posts an outcome if the script fails or exceeds a limit. Nothing a script does makes it
 * throw: a thrown error is an internal error.
 */
export async function watchScript(
  job: ScriptJob,
  ports: RunPorts,
  engine: EngineCode,
  isolateFor: (limits: RunLimits, dataBytes: number) => Promise<PreparedIsolate>,
  work: (script: WatchedScript) => Promise<void>,
  memoryBefore = process.memoryUsage.rss(),
  clock = new StageClock(),
): Promise<void> {
  const analysis = analyzeScript(job.source, job.kind ?? 'algorithm')
  clock.end('script analyzed')
  const code = codeOf(analysis, job.indicators ?? [])
  if ('mistake' in code) {
    ports.post({ type: 'errored', kind: 'script', error: code.mistake, log: [] })
    return
  }
  const post = once(ports.post)
  const data = readData(job.series)
  clock.end('prices read')
  const watch = new LimitWatch(job.limits, data.bytes, memoryBefore, (limit) => post(exceeded(limit, job.limits, [])))
  const run = new IsolateRun(engine, await isolateFor(job.limits, data.bytes), job.limits, () => watch.remaining())
  clock.end('isolate ready')
  try {
    await work({ analysis, code, data, run, watch, post })
  } catch (thrown) {
    post(await reportOf(thrown, run, watch, job.limits))
  } finally {
    watch.stop()
    run.dispose()
  }
}

/** The code of an analyzed script and of its custom indicators, or the first mistake in it. */
export function codeOf(
  analysis: ScriptAnalysis,
  scripts: readonly NamedScript[],
): ScriptCode | { readonly mistake: ScriptMistake } {
  const indicators = indicatorCode(scripts)
  const mistake = firstError(analysis) ?? indicators.mistake
  if (mistake !== undefined) return { mistake }
  const externals = analysis.externals.map(({ name }) => name)
  const { javascript } = analysis
  return { javascript, guarded: guardErrors(javascript), externals, indicators: indicators.code }
}

function firstError({ errors: [error] }: ScriptAnalysis): ScriptMistake | undefined {
  return error && { message: error.message, line: error.line, column: error.column }
}

export type Errored = Extract<RunnerEvent, { type: 'errored' }>

export function exceeded(limit: Limit, limits: RunLimits, log: readonly LogLine[]): Errored {
  return { type: 'errored', kind: limitKind(limit), limit, error: { message: limitText(limit, limits) }, log }
}

function once(post: (event: RunnerEvent) => void): (event: RunnerEvent) => void {
  let isOver = false
  return (event) => {
    if (isOver) return
    isOver = event.type !== 'progress' && event.type !== 'log'
    post(event)
  }
}

/** Distinguishes the script's errors from our own, which are rethrown. */
export async function reportOf(
  thrown: unknown,
  run: IsolateRun | null,
  watch: LimitWatch,
  limits: RunLimits,
): Promise<Errored> {
  if (thrown instanceof ResultTooLarge) return exceeded('result', limits, (await run?.log()) ?? [])
  if (thrown instanceof ScriptFailure) return errored(thrown.error, thrown.log, limits)
  const message = thrown instanceof Error ? thrown.message : ''
  // The library's messages are the only way to tell what ended a call.
  if (/timed out/i.test(message)) return exceeded(watch.nearest(), limits, (await run?.log()) ?? [])
  if (/disposed|memory limit/i.test(message)) return exceeded('memory', limits, [])
  throw thrown
}

/** The report of what a script has thrown. */
export function errored(error: ScriptError, log: readonly LogLine[], limits: RunLimits): Errored {
  const { name: _, isInput, ...shown } = error
  if (/array buffer allocation failed|out of memory/i.test(shown.message)) return exceeded('memory', limits, log)
  return { type: 'errored', kind: isInput ? 'input' : 'script', error: shown, log }
}
