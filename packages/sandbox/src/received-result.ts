import type { RunSpec } from '@tradeloom/engine'
import { cleanComputed } from './clean-indicator.ts'
import { cleanResult, cleanStages } from './clean-outcome.ts'
import type { IndicatorOutcome } from './indicator-job.ts'
import type { RunnerEvent } from './protocol.ts'
import type { ResultBytes } from './result-bytes.ts'
import type { RunOutcome } from './run-job.ts'
import { StageClock } from './stage-clock.ts'

interface Received {
  readonly result: ResultBytes | null
  readonly spec: RunSpec
  /** When the job was sent. */
  readonly begin: number
  /** The runner has sent more than its result, so it cannot be used again. */
  readonly onExcess: () => void
}

/** The result of a run. A compromised runner may send anything: none of its messages may crash the server. */
export async function receivedRun(
  done: Extract<RunnerEvent, { type: 'done' }>,
  { result, spec, begin, onExcess }: Received,
): Promise<RunOutcome> {
  const { status, bytes, resultHash, cpuMs } = done
  try {
    const written = (await result?.whole(bytes)) ?? Buffer.alloc(0)
    if (result?.isExact !== true) onExcess()
    const stages = cleanStages(done.stages)
    const inRunner = Object.values(stages).reduce((sum, ms) => sum + ms, 0)
    const clock = new StageClock()
    clock.add({ ...stages, 'job and result transported': performance.now() - begin - inRunner })
    const clean = cleanResult(written, resultHash, spec)
    clock.end('result checked')
    return { status, ...clean, cpuMs, wallMs: performance.now() - begin, stages: clock.stages }
  } catch (error) {
    return { status: 'failed', error: { message: `Runner gave no result: ${String(error)}` } }
  }
}

/** The values of an indicator. The same applies. */
export function receivedIndicator(
  { values, log }: Extract<RunnerEvent, { type: 'computed' }>,
  rows: number,
): IndicatorOutcome {
  try {
    return { status: 'computed', ...cleanComputed(values, log, rows) }
  } catch (error) {
    return { status: 'failed', error: { message: `Runner gave no values: ${String(error)}` } }
  }
}
