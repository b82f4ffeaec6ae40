import { scriptHints } from '@tradeloom/proofs/script-hints'
import type { CheckJob } from '../check-job.ts'
import type { EngineCode } from './engine-code.ts'
import { externalsOf } from './externals-of.ts'
import { exceeded, type RunPorts, watchScript } from './watched-script.ts'

/** Does one check and posts its end, like a run. */
export function checkInIsolate(job: CheckJob, engine: EngineCode, ports: RunPorts): Promise<void> {
  return watchScript(job, ports, engine, async ({ analysis, code, data, run, watch, post }) => {
    const { spec, interval, seed } = job
    const externals = externalsOf(analysis, job.externals)
    const hints = scriptHints(code.javascript)
    const order = { spec: spec && { ...spec, externals }, interval, externals, seed, hints }
    await run.startCheck(engine, code, data, order)
    for (;;) {
      if (watch.remaining() <= 0) return post(exceeded(watch.nearest(), job.limits, []))
      // Each slice goes on where the one before it has ended.
      const { isDone } = await run.advanceCheck()
      if (isDone) break
    }
    post({ type: 'checked', report: await run.report(), cpuMs: watch.cpuMs() })
  })
}
