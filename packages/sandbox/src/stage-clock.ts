/** Milliseconds by stage, in the order of the stages. */
export type Stages = Readonly<Record<string, number>>

/** Measures the stages of a run, each from the end of the one before. */
export class StageClock {
  readonly #stages: Record<string, number> = {}
  #last = performance.now()

  /** Ends a stage. A stage that ends more than once has the sum of its times. */
  end(stage: string): void {
    const now = performance.now()
    this.add({ [stage]: now - this.#last })
    this.#last = now
  }

  /** Leaves out the time since the last stage. */
  skip(): void {
    this.#last = performance.now()
  }

  /** Adds times that were measured elsewhere. */
  add(stages: Stages): void {
    for (const [stage, ms] of Object.entries(stages)) this.#stages[stage] = (this.#stages[stage] ?? 0) + ms
  }

  get stages(): Stages {
    return this.#stages
  }
}
