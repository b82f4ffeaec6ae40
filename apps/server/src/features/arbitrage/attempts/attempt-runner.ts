import { type AccountRow, type Drizzle, schema } from '@tradeloom/database'
import { isNull } from 'drizzle-orm'
import { advanceAttempt, type PolicyTerms } from './attempt-policy.ts'

const { arbitrageAttempts } = schema

const STEP_MS = 100

export interface AttemptRunnerParts extends PolicyTerms {
  readonly db: Drizzle
  /** Wakes, or starts, the process that works on an account. */
  readonly ensure: (account: AccountRow) => Promise<unknown>
  readonly failed: (error: unknown) => void
}

/** Brings attempts to their end, also those of a server that has died: what is due follows from the rows alone. */
export class AttemptRunner {
  readonly #parts: AttemptRunnerParts
  #running: Promise<void> | null = null
  #isStopped = false
  #isWanted = false

  constructor(parts: AttemptRunnerParts) {
    this.#parts = parts
  }

  /** There may be one that has not ended. */
  look(): void {
    this.#isWanted = true
    if (this.#isStopped) return
    this.#running ??= this.#run().finally(() => (this.#running = null))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      try {
        if (await this.#advanceAll()) this.#isWanted = true
      } catch (error) {
        // Its next look comes.
        this.#parts.failed(error)
        return
      }
      if (this.#isWanted) await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  }

  /** Returns whether any goes on. */
  async #advanceAll(): Promise<boolean> {
    const { db, ensure, failed } = this.#parts
    const open = await db
      .select({ id: arbitrageAttempts.id })
      .from(arbitrageAttempts)
      .where(isNull(arbitrageAttempts.endedAt))
    let goesOn = false
    for (const { id } of open) {
      try {
        const { hasEnded, asked } = await db.transaction((tx) => advanceAttempt(tx, id, this.#parts))
        for (const account of asked) ensure(account).catch(failed)
        goesOn ||= !hasEnded
      } catch (error) {
        // The others do not wait for it.
        failed(error)
      }
    }
    return goesOn
  }
}
