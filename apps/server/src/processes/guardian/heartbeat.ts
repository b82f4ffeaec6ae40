const ANSWER_MS = 10_000

export interface HeartbeatOptions {
  readonly url: string
  readonly everyMs: number
}

/**
 * Tells whoever watches from outside that everything is in order, and why not otherwise. Its silence is the alarm: it
 * runs in this process, so that a process that is frozen or gone says nothing.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  readonly #problems: () => Promise<readonly string[]>
  readonly #onFailure: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #beating: Promise<void> | null = null

  constructor(
    options: HeartbeatOptions,
    problems: () => Promise<readonly string[]>,
    onFailure: (error: unknown) => void,
  ) {
    this.#options = options
    this.#problems = problems
    this.#onFailure = onFailure
    this.#timer = setInterval(() => void this.beat(), options.everyMs)
    void this.beat()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Calls while it is at it are one call. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat()
      .catch(this.#onFailure)
      .finally(() => (this.#beating = null))
    return this.#beating
  }

  async #beat(): Promise<void> {
    const problems = await this.#problems()
    const { url } = this.#options
    const target = problems.length === 0 ? url : `${url.replace(/\/$/, '')}/fail`
    await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: [new Date().toISOString(), ...problems].join('\n'),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
  }
}
