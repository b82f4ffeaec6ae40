import type { RunnerEvent } from '../protocol.ts'
import type { ResultBytes } from '../result-bytes.ts'
import { failureEnding, type RunnerEnding } from '../runner-ending.ts'
import { outputReader } from './clean-output.ts'
import type { SessionJob, SessionOutput } from './session-protocol.ts'

/** A call that was performed, with the error that its script threw. */
export interface AnsweredCall {
  readonly status: 'answered'
  readonly output: SessionOutput
  readonly cpuMs: number
  readonly ending: RunnerEnding | null
}

/** The answer to a call. A compromised runner may send anything: none of its messages may crash the server. */
export async function receivedAnswer(
  { bytes, cpuMs, ending }: Extract<RunnerEvent, { type: 'answered' }>,
  result: ResultBytes | null,
  job: SessionJob,
): Promise<AnsweredCall | RunnerEnding> {
  try {
    const text = (await result?.whole(bytes)) ?? Buffer.alloc(0)
    if (result?.isExact !== true) throw new TypeError('more than was announced')
    const { value } = JSON.parse(text.toString('utf8')) as { readonly value: unknown }
    return {
      status: 'answered',
      output: outputReader(job)(value),
      cpuMs: typeof cpuMs === 'number' ? cpuMs : 0,
      ending: ending === null ? null : failureEnding(ending, job.source),
    }
  } catch (error) {
    return { status: 'failed', error: { message: `The runner of the session gave no answer: ${String(error)}` } }
  }
}
