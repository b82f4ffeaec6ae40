import type { LabClock } from '../lab-clock.ts'

/** What was requested. */
export class RequestLog {
  readonly requests: string[] = []
  readonly forbidden: string[] = []
  readonly orderNames: string[] = []
  readonly #clock: LabClock
  #forbiddenUntil = 0

  constructor(clock: LabClock) {
    this.#clock = clock
  }

  forbid(ms: number): void {
    this.#forbiddenUntil = this.#clock.now() + ms
  }

  /** A request as it arrives, whatever comes of it. */
  note(name: string, body: unknown): void {
    this.requests.push(name)
    if (this.#clock.now() < this.#forbiddenUntil) this.forbidden.push(name)
    const { order } = (body ?? {}) as { readonly order?: { readonly clientExtensions?: { readonly id?: string } } }
    const id = order?.clientExtensions?.id
    if (id !== undefined) this.orderNames.push(id)
  }
}
