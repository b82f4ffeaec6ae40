import type { FastifyBaseLogger } from 'fastify'

export interface TimedLook {
  readonly everyMs: number
  readonly look: () => Promise<void>
}

/** Looks again and again for what only time causes. */
export class TimedNews {
  readonly #looks: readonly TimedLook[]
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #looking = new Set<Promise<void>>()

  constructor(looks: readonly TimedLook[], logger: Pick<FastifyBaseLogger, 'warn'>) {
    this.#looks = looks
    this.#logger = logger
  }

  start(): void {
    for (const one of this.#looks) this.#begin(one)
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#looking)
  }

  #begin({ everyMs, look }: TimedLook): void {
    let isLooking = false
    const timer = setInterval(() => {
      // One that takes longer than its pause is not begun twice.
      if (isLooking) return
      isLooking = true
      const looking = look()
        .catch((error: unknown) => this.#logger.warn({ err: error }, 'notifications could not be checked'))
        .finally(() => {
          isLooking = false
          this.#looking.delete(looking)
        })
      this.#looking.add(looking)
    }, everyMs)
    this.#timers.add(timer)
  }
}
