import { seriesId } from '@tradeloom/domain'
import type { ScriptHints } from '@tradeloom/lookahead'
import { scriptHints } from '@tradeloom/lookahead/script-hints'
import type { CheckJob } from '../check-job.ts'
import { CALL_CPU_MS } from '../check-limits.ts'
import type { RunnerEvent } from '../protocol.ts'
import type { RunLimits } from '../run-job.ts'
import type { EngineCode } from './engine-code.ts'
import { externalsOf } from './externals-of.ts'
import { loadIsolate } from './load-isolate.ts'
import { memoryOf } from './prepared-isolate.ts'
import type { ScriptCode } from './script-code.ts'
import { type Errored, exceeded, type RunPorts, watchScript } from './watched-script.ts'

const POLL_MS = 50

/** Performs one check and posts its outcome, as for a run. */
export function checkInIsolate(job: CheckJob, engine: EngineCode, ports: RunPorts): Promise<void> {
  let endless: ScriptHints['endless'] = null
  let runs = 0
  const located = (event: RunnerEvent): void =>
    ports.post(event.type === 'errored' ? { ...withPlace(event, endless), run: runs } : event)
  const isolateFor = (limits: RunLimits, dataBytes: number) =>
    loadIsolate(engine, memoryOf(limits, dataBytes), ports.onCatastrophe)
  return watchScript(
    job,
    { ...ports, post: located },
    engine,
    isolateFor,
    async ({ analysis, code, data, run, watch, post }) => {
      const { spec, interval, seed, initialBalance } = job
      const externals = externalsOf(analysis, job.externals)
      const hints = withIndicators(scriptHints(code.javascript), code)
      endless = hints.endless
      const command = {
        spec: spec && { ...spec, externals },
        interval,
        externals,
        seed,
        initialBalance,
        hints,
        markets: analysis.markets,
        datasets: analysis.series.map(({ code, column }) => seriesId(code, column)),
      }
      // The library measures wall time, which says nothing about how much a check has done.
      run.limitTime(() => watch.wallLeft())
      let callBegan = watch.cpuMs()
      const timer = setInterval(() => {
        const cpuMs = watch.cpuMs()
        if (cpuMs >= job.limits.cpuMs) post(exceeded('cpu', job.limits, []))
        else if (cpuMs - callBegan >= CALL_CPU_MS) post(exceeded('call', job.limits, []))
      }, POLL_MS)
      try {
        await run.startCheck(code, data, command)
        for (;;) {
          callBegan = watch.cpuMs()
          // Each slice continues where the previous one ended.
          const slice = await run.advanceCheck()
          if (slice.isDone) break
          if (slice.wantsContext) runs += 1
        }
      } finally {
        clearInterval(timer)
      }
      post({ type: 'checked', report: await run.report(), cpuMs: watch.cpuMs() })
    },
  )
}

/**
 * Dates in custom indicators choose the times of a simulated market, too. Their places are left out, because findings
 * point to the algorithm.
 */
function withIndicators(hints: ScriptHints, { indicators }: ScriptCode): ScriptHints {
  const all = [hints, ...indicators.map(({ javascript }) => scriptHints(javascript))]
  return {
    ...hints,
    instants: all.flatMap(({ instants }) => instants),
    maybeInstants: all.flatMap(({ maybeInstants }) => maybeInstants),
    years: all.flatMap(({ years }) => years),
  }
}

/** A time limit has no position in the script, but an endless loop does. */
function withPlace(event: Errored, endless: ScriptHints['endless']): Errored {
  if (event.kind !== 'timeout' || endless === null) return event
  return { ...event, error: { ...event.error, ...endless } }
}
