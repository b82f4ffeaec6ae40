import { type RequestOptions, type RequestOutcome, SocketRequestError } from './requests.ts'

interface Waiting {
  isSent: boolean
  readonly settle: (finish: () => void) => void
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

const TIMEOUT_MS = 30_000

/** Requests without an answer, by their numbers. Each is sent once at most. */
export class WaitingRequests {
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  /** Calls `send` with the number of the request. */
  add(send: (id: number) => void, { timeout = TIMEOUT_MS, signal }: RequestOptions): Promise<unknown> {
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason)
      const abort = (): void => this.#settle(id, ({ reject: refuse }) => refuse(signal?.reason))
      const timer = setTimeout(() => this.#fail(id, `No answer within ${timeout / 1000} s`), timeout)
      signal?.addEventListener('abort', abort)
      const settle = (finish: () => void): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        finish()
      }
      this.#waiting.set(id, { isSent: false, settle, resolve, reject })
      try {
        send(id)
      } catch (error) {
        // A body that cannot be JSON.
        this.#settle(id, () => reject(error))
      }
    })
  }

  /** False if nobody waits for it any more, so that it is not to be sent. */
  markSent(id: number): boolean {
    const waiting = this.#waiting.get(id)
    if (waiting) waiting.isSent = true
    return waiting !== undefined
  }

  answer(id: number, answer: unknown): void {
    this.#settle(id, ({ resolve }) => resolve(answer))
  }

  refuse(id: number, message: string): void {
    this.#settle(id, ({ reject }) => reject(new SocketRequestError('refused', message)))
  }

  /** Those that were sent will not be answered any more; the others wait for the next connection. */
  failSent(message: string): void {
    for (const [id, { isSent }] of this.#waiting) if (isSent) this.#fail(id, message)
  }

  failAll(message: string): void {
    for (const id of this.#waiting.keys()) this.#fail(id, message)
  }

  #fail(id: number, message: string): void {
    this.#settle(id, ({ isSent, reject }) => {
      const outcome: RequestOutcome = isSent ? 'no-answer' : 'not-sent'
      const hint = isSent ? 'It may have been done' : 'It was not sent'
      reject(new SocketRequestError(outcome, `${message}. ${hint}`))
    })
  }

  #settle(id: number, finish: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.settle(() => finish(waiting))
  }
}
