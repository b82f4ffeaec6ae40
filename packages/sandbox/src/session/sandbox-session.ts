import type { Input } from '@tradeloom/engine'
import type { RunnerEnding } from '../runner-ending.ts'
import type { RunnerProcess } from '../runner-process.ts'
import { packInputs } from './pack-inputs.ts'
import type { AnsweredCall } from './received-answer.ts'
import type { SessionAnswer, SessionCommand, SessionJob } from './session-protocol.ts'

/** A live session in a process of its own, which ends with it. Calls are made one after the other. */
export class SandboxSession {
  readonly #runner: RunnerProcess
  readonly #job: SessionJob
  #isOver = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(runner: RunnerProcess, job: SessionJob) {
    this.#runner = runner
    this.#job = job
  }

  /** Of its process, or of what launched it. */
  get pid(): number | undefined {
    return this.#runner.pid
  }

  /** Whether it takes no more calls. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Resolves when its process is gone. */
  get ended(): Promise<void> {
    return this.#runner.ended
  }

  /** Evaluates the script; the first call. */
  start(): Promise<SessionAnswer> {
    return this.#call({ type: 'session', job: this.#job })
  }

  /**
   * Takes inputs in their order. Rejects with a RangeError for more than one call takes, and with an Error after the end.
   * Any answer but `answered` is the end of the session.
   */
  async take(inputs: readonly Input[]): Promise<SessionAnswer> {
    return this.#call({ type: 'take', inputs: packInputs(inputs) }, inputs.length)
  }

  /** Ends the session and returns its last records. */
  async finish(): Promise<SessionAnswer> {
    const answer = await this.#call({ type: 'finish' })
    this.close()
    return answer
  }

  /** Ends the session at once; a call in progress is answered as lost. */
  close(): void {
    this.#isOver = true
    this.#runner.kill()
  }

  #call(command: SessionCommand, inputs = 0): Promise<SessionAnswer> {
    const call = this.#last.then(async () => {
      if (this.#isOver) throw new Error('The session is over')
      const answer = answerOf(await this.#runner.call(command, this.#job), inputs)
      if (answer.status !== 'answered') this.close()
      return answer
    })
    this.#last = call.catch(() => undefined)
    return call
  }
}

function answerOf(call: AnsweredCall | RunnerEnding, inputs: number): SessionAnswer {
  if (call.status === 'failed') return { status: 'lost', error: call.error }
  if (call.status === 'canceled') return { status: 'lost', error: { message: 'The call was canceled' } }
  if (call.status === 'errored') return { status: 'errored', kind: call.kind, error: call.error, output: null }
  const { output, cpuMs, ending } = call
  if (ending === null && output.taken === inputs) return { status: 'answered', cpuMs, ...output }
  if (ending?.status !== 'errored')
    return {
      status: 'lost',
      error: { message: `The runner took ${output.taken} of ${inputs} inputs without an error` },
    }
  return { status: 'errored', kind: ending.kind, error: ending.error, output }
}
