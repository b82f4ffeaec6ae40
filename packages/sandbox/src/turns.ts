interface Waiting {
  readonly tenant: string
  readonly enter: () => void
}

/**
 * Who may run now. Turns go round the tenants: a free place goes to the tenant with the fewest runs at work, among those
 * to the one served longest ago, and each tenant's own runs keep their order. While one tenant holds every place, one
 * run of another tenant may start beside them, so that runs that never end cost the others a part of the processor,
 * but not the time until those runs meet their limits.
 */
export class Turns {
  readonly #size: number
  readonly #waiting: Waiting[] = []
  readonly #running = new Map<string, number>()
  /** Tenants by when they were served last, the longest ago first. */
  readonly #served = new Set<string>()
  #taken = 0

  constructor(size: number) {
    this.#size = size
  }

  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Waits for a place; false when `signal` came first. A place has to be given back by `leave`. */
  enter(tenant: string, signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted === true) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = {
      tenant,
      enter: () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(true)
      },
    }
    const giveUp = (): void => {
      const at = this.#waiting.indexOf(waiting)
      if (at >= 0) this.#waiting.splice(at, 1)
      resolve(false)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    this.#waiting.push(waiting)
    this.#fill()
    return promise
  }

  leave(tenant: string): void {
    this.#taken--
    const left = this.#runs(tenant) - 1
    if (left > 0) this.#running.set(tenant, left)
    else this.#running.delete(tenant)
    this.#fill()
    if (this.#taken === 0) this.#served.clear()
  }

  #fill(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#taken++
      this.#running.set(next.tenant, this.#runs(next.tenant) + 1)
      this.#served.delete(next.tenant)
      this.#served.add(next.tenant)
      next.enter()
    }
  }

  #next(): Waiting | undefined {
    const hasPlace = this.#taken < this.#size
    const isHeldByOne = this.#taken === this.#size && this.#running.size === 1
    if (!hasPlace && !isHeldByOne) return undefined
    const order = [...this.#served]
    let best: Waiting | undefined
    for (const one of this.#waiting) {
      if (!hasPlace && this.#running.has(one.tenant)) continue
      if (best === undefined || this.#isBefore(one.tenant, best.tenant, order)) best = one
    }
    return best
  }

  #isBefore(one: string, other: string, order: readonly string[]): boolean {
    const more = this.#runs(one) - this.#runs(other)
    return more === 0 ? order.indexOf(one) < order.indexOf(other) : more < 0
  }

  #runs(tenant: string): number {
    return this.#running.get(tenant) ?? 0
  }
}
