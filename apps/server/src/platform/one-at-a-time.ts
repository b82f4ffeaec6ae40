/** Performs work with the same key one after the other, in the order of the requests. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>()

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key)
    const mine = (async () => {
      // Whoever requested the work before hears of its failure.
      await before?.catch(() => undefined)
      return work()
    })()
    this.#last.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
  }
}
