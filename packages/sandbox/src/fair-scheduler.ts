/** Interactive work goes first: batch work starts only while no interactive work waits. */
export type WorkClass = 'interactive' | 'batch'

export interface PlaceRequest {
  readonly tenant: string
  /** Default interactive. */
  readonly workClass?: WorkClass | undefined
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined
}

interface Waiting {
  readonly tenant: string
  readonly workClass: WorkClass
  readonly grant: () => void
}

/**
 * Decides whose run gets the next free place. Interactive work goes before batch work. Within a class, a free place goes
 * to the tenant with the fewest running jobs, and among those to the one served longest ago; each tenant's own jobs
 * keep their order. While one tenant holds every place, one interactive run of another tenant may start in addition:
 * runs that never end then cost other tenants a share of the processor, but not the time until those runs reach their
 * limits.
 */
export class FairScheduler {
  readonly #size: number
  readonly #waiting: Waiting[] = []
  readonly #running = new Map<string, number>()
  /** Tenants in the order in which they were last served, the longest ago first. */
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

  /** Waits for a place; false when `signal` came first. Every acquired place must be released. */
  acquire({ tenant, workClass = 'interactive', signal }: PlaceRequest): Promise<boolean> {
    if (signal?.aborted === true) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting: Waiting = {
      tenant,
      workClass,
      grant: () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(true)
      },
    }
    const giveUp = (): void => {
      const index = this.#waiting.indexOf(waiting)
      if (index >= 0) this.#waiting.splice(index, 1)
      resolve(false)
      // Batch work may have been waiting only for this.
      this.#fill()
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    this.#waiting.push(waiting)
    this.#fill()
    return promise
  }

  release(tenant: string): void {
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
      next.grant()
    }
  }

  #next(): Waiting | undefined {
    const hasPlace = this.#taken < this.#size
    const isHeldByOne = this.#taken === this.#size && this.#running.size === 1
    if (!hasPlace && !isHeldByOne) return undefined
    const order = [...this.#served]
    let best: Waiting | undefined
    for (const one of this.#waiting) {
      if (!hasPlace && (this.#running.has(one.tenant) || one.workClass === 'batch')) continue
      if (best === undefined || this.#isBefore(one, best, order)) best = one
    }
    return best
  }

  #isBefore(one: Waiting, other: Waiting, order: readonly string[]): boolean {
    if (one.workClass !== other.workClass) return one.workClass === 'interactive'
    const more = this.#runs(one.tenant) - this.#runs(other.tenant)
    return more === 0 ? order.indexOf(one.tenant) < order.indexOf(other.tenant) : more < 0
  }

  #runs(tenant: string): number {
    return this.#running.get(tenant) ?? 0
  }
}
