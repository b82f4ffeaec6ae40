/** What one socket, user or address may use at a time. */
export interface Limits {
  readonly sockets: number
  readonly topics: number
  /** Messages being answered. */
  readonly pending: number
  /** Messages per second, and the size of a burst. */
  readonly perSecond: number
  readonly burst: number
}

export type Taken = 'sockets' | 'topics' | 'pending'

export class Allowance {
  readonly #limits: Limits
  readonly #taken: Record<Taken, number> = { sockets: 0, topics: 0, pending: 0 }
  #messages: number
  #time: number
  /** Whoever waits until something is given back. */
  #given = Promise.withResolvers<void>()

  constructor(limits: Limits, now: number) {
    this.#limits = limits
    this.#messages = limits.burst
    this.#time = now
  }

  has(what: Taken): boolean {
    return this.#taken[what] < this.#limits[what]
  }

  change(what: Taken, by: 1 | -1): void {
    this.#taken[what] += by
    if (by > 0) return
    this.#given.resolve()
    this.#given = Promise.withResolvers()
  }

  /** Until something is given back. */
  whenGiven(): Promise<void> {
    return this.#given.promise
  }

  /** Returns false when the rate is exceeded. */
  spend(messages: number, now: number): boolean {
    this.#refill(now)
    if (this.#messages < messages) return false
    this.#messages -= messages
    return true
  }

  /** Whether it can be removed without losing a count. */
  isUnused(now: number): boolean {
    this.#refill(now)
    return this.#taken.sockets === 0 && this.#messages >= this.#limits.burst
  }

  #refill(now: number): void {
    const { burst, perSecond } = this.#limits
    this.#messages = Math.min(burst, this.#messages + ((now - this.#time) / 1000) * perSecond)
    this.#time = now
  }
}

/** Allowances of users or addresses, created on first use. */
export class Allowances {
  readonly #limits: Limits
  readonly #now: () => number
  readonly #byKey = new Map<string, Allowance>()

  constructor(limits: Limits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  of(key: string): Allowance {
    const known = this.#byKey.get(key)
    if (known) return known
    const made = new Allowance(this.#limits, this.#now())
    this.#byKey.set(key, made)
    return made
  }

  forgetUnused(): void {
    const now = this.#now()
    for (const [key, one] of this.#byKey) if (one.isUnused(now)) this.#byKey.delete(key)
  }
}

/** Takes one from each of them, or from none. */
export function take(allowances: readonly Allowance[], what: Taken): boolean {
  if (!allowances.every((one) => one.has(what))) return false
  for (const one of allowances) one.change(what, 1)
  return true
}

/** Takes one from each of them, once they all have one. */
export async function takeInTurn(allowances: readonly Allowance[], what: Taken): Promise<void> {
  while (!take(allowances, what)) await allowances.find((one) => !one.has(what))?.whenGiven()
}

export function giveBack(allowances: readonly Allowance[], what: Taken): void {
  for (const one of allowances) one.change(what, -1)
}
