import { scriptHints } from '@tradeloom/proofs/script-hints'
import { analyseScript } from '@tradeloom/script'
import type { CheckJob } from '../check-job.ts'
import type { EngineCode } from './engine-code.ts'
import { IsolateRun } from './isolate-run.ts'
import { LimitWatch } from './limit-watch.ts'
import { readData } from './read-data.ts'
import { exceeded, externalsOf, once, reportOf, type RunPorts } from './run-in-isolate.ts'

/** Does one check and posts its end, like a run. Nothing that a script does makes it throw. */
export async function checkInIsolate(job: CheckJob, engine: EngineCode, ports: RunPorts): Promise<void> {
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
    const { spec, interval, seed } = job
    const { javascript } = analysis
    const externals = externalsOf(analysis, job.externals)
    const code = { javascript, externals: analysis.externals.map(({ name }) => name) }
    const order = { spec: spec && { ...spec, externals }, interval, externals, seed, hints: scriptHints(javascript) }
    await run.startCheck(engine, code, data, order)
    for (;;) {
      if (watch.remaining() <= 0) return post(exceeded(watch.nearest(), job.limits, []))
      // Each slice goes on where the one before it has ended.
      const { isDone } = await run.advanceCheck()
      if (isDone) break
    }
    post({ type: 'checked', report: await run.report(), cpuMs: watch.cpuMs() })
  } catch (thrown) {
    post(await reportOf(thrown, run, watch, job.limits))
  } finally {
    watch.stop()
  }
}
