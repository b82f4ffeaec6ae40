import type { LabClock } from './lab-clock.ts'

/** What was requested. `Name`: by which requests name new orders. */
export class RequestLog<Name = string> {
  readonly requests: string[] = []
  /** Those that came while a refusal lasted. */
  readonly forbidden: string[] = []
  readonly orderNames: Name[] = []
  readonly #clock: LabClock
  #forbiddenUntil = 0

  constructor(clock: LabClock) {
    this.#clock = clock
  }

  forbid(ms: number): void {
    this.#forbiddenUntil = this.#clock.now() + ms
  }

  /** A request as it arrives, whatever comes of it. */
  note(name: string, orderNames: readonly Name[] = []): void {
    this.requests.push(name)
    if (this.#clock.now() < this.#forbiddenUntil) this.forbidden.push(name)
    this.orderNames.push(...orderNames)
  }
}
