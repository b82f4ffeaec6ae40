import type { ScriptHints } from '@tradeloom/lookahead'
import { scriptHints } from '@tradeloom/lookahead/script-hints'
import type { CheckJob } from '../check-job.ts'
import type { Report } from '../protocol.ts'
import type { RunLimits } from '../run-job.ts'
import type { EngineCode } from './engine-code.ts'
import { externalsOf } from './externals-of.ts'
import { loadIsolate } from './load-isolate.ts'
import { memoryOf } from './prepared-isolate.ts'
import type { ScriptCode } from './script-code.ts'
import { exceeded, type RunPorts, watchScript } from './watched-script.ts'

type Errored = Extract<Report, { type: 'errored' }>

/**
 * A check pauses many times a second. A script that prevents this for so long, even on a busy machine, will not finish.
 */
const STUCK_MS = 15_000
const STUCK: Errored = {
  type: 'errored',
  kind: 'timeout',
  error: { message: `Script did not come back within ${STUCK_MS / 1000} s from one of its functions` },
  log: [],
}

/** Performs one check and posts its outcome, as for a run. */
export function checkInIsolate(job: CheckJob, engine: EngineCode, ports: RunPorts): Promise<void> {
  let endless: ScriptHints['endless'] = null
  const located = (report: Report): void => ports.post(report.type === 'errored' ? withPlace(report, endless) : report)
  const isolateFor = (limits: RunLimits, dataBytes: number) =>
    loadIsolate(engine, memoryOf(limits, dataBytes), ports.onCatastrophe)
  return watchScript(
    job,
    { ...ports, post: located },
    engine,
    isolateFor,
    async ({ analysis, code, data, run, watch, post }) => {
      const { spec, interval, seed } = job
      const externals = externalsOf(analysis, job.externals)
      const hints = withIndicators(scriptHints(code.javascript), code)
      endless = hints.endless
      const order = {
        spec: spec && { ...spec, externals },
        interval,
        externals,
        seed,
        hints,
        markets: analysis.markets,
      }
      await run.startCheck(code, data, order)
      for (;;) {
        if (watch.remaining() <= 0) return post(exceeded(watch.nearest(), job.limits, []))
        // Each slice continues where the previous one ended.
        const slice = await run.advanceCheck(STUCK_MS)
        if (slice === 'stuck') return post(STUCK)
        if (slice.isDone) break
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
function withPlace(report: Errored, endless: ScriptHints['endless']): Errored {
  if (report.kind !== 'timeout' || endless === null) return report
  return { ...report, error: { message: `${report.error.message}: this loop never ends`, ...endless } }
}
