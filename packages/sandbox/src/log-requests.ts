import type { LogLine } from '@tradeloom/engine'
import { cleanLog } from './clean-outcome.ts'
import type { LogCommand, RunnerEvent } from './protocol.ts'

const TIMEOUT_MS = 1000

/** Requests to a runner for the log of its run so far. Their replies come between other reports. */
export class LogRequests {
  readonly #send: (command: LogCommand) => void
  readonly #pending = new Map<number, (lines: readonly LogLine[]) => void>()
  #count = 0

  constructor(send: (command: LogCommand) => void) {
    this.#send = send
  }

  /** The newest log lines so far; empty if the script does not pause within a second or has ended. */
  async ask(most: number): Promise<readonly LogLine[]> {
    const number = this.#count++
    const { promise, resolve } = Promise.withResolvers<readonly LogLine[]>()
    this.#pending.set(number, resolve)
    const timer = setTimeout(() => resolve([]), TIMEOUT_MS)
    this.#send({ type: 'log', number, most })
    const lines = await promise
    clearTimeout(timer)
    this.#pending.delete(number)
    return lines
  }

  answer({ number, lines }: Extract<RunnerEvent, { type: 'log' }>): void {
    this.#pending.get(number)?.(cleanLog(lines))
  }

  /** Answers what is still pending, at the end of the run. */
  answerAll(lines: readonly LogLine[]): void {
    for (const resolve of this.#pending.values()) resolve(lines)
  }
}
