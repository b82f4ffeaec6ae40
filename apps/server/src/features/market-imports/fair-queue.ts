type Work = () => Promise<void>

/**
 * Runs work of several users, `atOnce` of it at a time and one of each user: the user whose turn was longest ago is
 * next, so that nobody waits behind all that another has brought.
 */
export class FairQueue {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #waiting = new Map<string, Work[]>()
  /** When a user had a turn last, counted in turns; of users that have something here. */
  readonly #turns = new Map<string, number>()
  #turn = 0
  readonly #active = new Map<string, Promise<void>>()

  constructor({ atOnce, maxWaiting }: { readonly atOnce: number; readonly maxWaiting: number }) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** Whether one more of this user may wait. */
  hasRoom(userId: string): boolean {
    return (this.#waiting.get(userId)?.length ?? 0) < this.#maxWaiting
  }

  /** `work` must not reject. */
  add(userId: string, work: Work): void {
    if (!this.hasRoom(userId)) throw new RangeError('No room in the queue')
    const own = this.#waiting.get(userId) ?? []
    own.push(work)
    this.#waiting.set(userId, own)
    this.#next()
  }

  /** When nothing runs and nothing waits. */
  async idle(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active.values())
  }

  #next(): void {
    while (this.#active.size < this.#atOnce) {
      const [userId] = [...this.#waiting.keys()]
        .filter((id) => !this.#active.has(id))
        .sort((a, b) => (this.#turns.get(a) ?? 0) - (this.#turns.get(b) ?? 0))
      if (userId === undefined) return
      this.#begin(userId)
    }
  }

  #begin(userId: string): void {
    const own = this.#waiting.get(userId) as Work[]
    const work = own.shift() as Work
    if (own.length === 0) this.#waiting.delete(userId)
    this.#turn += 1
    this.#turns.set(userId, this.#turn)
    const running = work().finally(() => {
      this.#active.delete(userId)
      if (!this.#waiting.has(userId)) this.#turns.delete(userId)
      this.#next()
    })
    this.#active.set(userId, running)
  }
}
