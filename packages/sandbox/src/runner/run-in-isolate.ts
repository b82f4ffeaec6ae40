import { createHash } from 'node:crypto'
import type { RunnerEvent } from '../protocol.ts'
import type { RunJob } from '../run-job.ts'
import type { EngineCode } from './engine-code.ts'
import { externalsOf } from './externals-of.ts'
import type { IsolateRun } from './isolate-run.ts'
import type { LimitWatch } from './limit-watch.ts'
import type { NextIsolate } from './prepared-isolate.ts'
import { StageClock } from '../stage-clock.ts'
import { exceeded, type RunPorts, watchScript } from './watched-script.ts'

/** Minimum time between two progress reports. */
const PROGRESS_MS = 200

/** Performs one run and posts its outcome. */
export function runInIsolate(job: RunJob, engine: EngineCode, next: NextIsolate, ports: RunPorts): Promise<void> {
  const before = process.cpuUsage()
  let isStarted = false
  const marked = (event: RunnerEvent): void =>
    ports.post(event.type === 'errored' && !isStarted ? { ...event, isBeforePrices: true } : event)
  const isolateFor = next.take.bind(next)
  const clock = new StageClock()
  return watchScript(
    job,
    { ...ports, post: marked },
    engine,
    isolateFor,
    async ({ analysis, code, data, run, watch, post }) => {
      await run.start(code, data, { ...job.spec, externals: externalsOf(analysis, job.spec.externals) })
      clock.end('script started')
      isStarted = true
      const status = await advance(run, watch, { ...ports, post })
      clock.end('run')
      if (status === 'timeout') return post(exceeded(watch.nearest(), job.limits, await run.log()))
      const result = await run.finish(status)
      clock.end('result composed')
      const resultHash = createHash('sha256').update(result).digest('hex')
      clock.end('result hashed')
      const bytes = ports.write(result)
      clock.end('result written')
      // Includes the analysis of the script.
      const { user, system } = process.cpuUsage(before)
      post({ type: 'done', status, bytes, resultHash, cpuMs: (user + system) / 1000, stages: clock.stages })
    },
    next.memoryBefore,
    clock,
  )
}

async function advance(
  run: IsolateRun,
  watch: LimitWatch,
  { isStopped, logCommand, post }: RunPorts,
): Promise<'completed' | 'stopped' | 'timeout'> {
  let reportedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    if (isStopped()) return 'stopped'
    if (watch.remaining() <= 0) return 'timeout'
    // Each slice continues where the previous one ended.
    const { isDone, progress, live } = await run.advance()
    if (isDone) return 'completed'
    for (let command = logCommand(); command !== undefined; command = logCommand())
      post({ type: 'log', number: command.number, lines: await run.log(command.most) })
    if (performance.now() - reportedAt < PROGRESS_MS) continue
    reportedAt = performance.now()
    post({ type: 'progress', progress, live })
  }
}
