import { newId, schema, type Transaction } from '@tradeloom/database'
import type { TestDatabase } from '@tradeloom/testkit'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { AttemptRunner } from './attempt-runner.ts'
import type { AttemptRow } from './stored-attempt.ts'
import { type AskedLegs, writeAttempt } from './write-attempt.ts'

const { arbitrageAttempts, intents } = schema

/** An attempt of a test of what becomes of it: nothing of it was checked before. */
export interface AskedAttempt
  extends AskedLegs, Partial<Pick<AttemptRow, 'policy' | 'maxLoss' | 'buyStop' | 'sellStop'>> {}

/** Attempts as the service writes them, and the runner of a server. */
export class AttemptsLab {
  readonly runner: AttemptRunner
  readonly failures: unknown[] = []
  readonly #database: TestDatabase

  constructor(database: TestDatabase, ensure: () => Promise<unknown>) {
    this.#database = database
    const failed = (error: unknown): void => void this.failures.push(error)
    this.runner = new AttemptRunner({ db: database.db, installation: 'test', now: Date.now, ensure, failed })
  }

  async ask(asked: AskedAttempt, userId: string): Promise<AttemptRow> {
    const row = attemptRow(asked, userId)
    const by = { userId, installation: 'test', now: Date.now }
    await this.#database.db.transaction((tx) => writeAttempt(tx, row, asked, by))
    this.runner.look()
    return row
  }

  async row(id: string): Promise<AttemptRow> {
    const [row] = await this.#database.db.select().from(arbitrageAttempts).where(eq(arbitrageAttempts.id, id))
    if (!row) throw new Error('There is no such attempt')
    return row
  }

  /** Once it has ended. */
  async ended(id: string, timeout = 60_000): Promise<AttemptRow> {
    await expect.poll(() => this.#look(id), { timeout, interval: 50 }).not.toBeNull()
    return this.row(id)
  }

  async #look(id: string): Promise<Date | null> {
    this.runner.look()
    return (await this.row(id)).endedAt
  }
}

/** As if the order to buy had been filled, and the one to sell refused. */
export async function fillOne(tx: Transaction, { buyIntentId, sellIntentId }: AttemptRow): Promise<void> {
  await tx.update(intents).set({ state: 'FILLED', filled: 1_000 }).where(eq(intents.id, buyIntentId))
  await tx.update(intents).set({ state: 'REJECTED' }).where(eq(intents.id, sellIntentId))
}

/** An attempt as it is before anything was sent. */
export function attemptRow(asked: AskedAttempt, userId: string): AttemptRow {
  const { policy = 'close', maxLoss = 100, buyStop = null, sellStop = null } = asked
  const id = newId()
  return {
    id,
    placedBy: userId,
    key: id.slice(-7),
    buyAccountId: asked.buy.accountId,
    sellAccountId: asked.sell.accountId,
    buyIntentId: newId(),
    sellIntentId: newId(),
    isSimulated: true,
    expected: { buyAverage: asked.buy.limitPrice, sellAverage: asked.sell.limitPrice, fees: 0, net: 0 },
    conversion: 1,
    maxLoss,
    buyRate: 1,
    sellRate: 1,
    policy,
    buyStop,
    sellStop,
    askedAt: new Date(),
    state: 'WAITING',
    buyReadyAt: null,
    sellReadyAt: null,
    goAt: null,
    buyLate: null,
    sellLate: null,
    endedAt: null,
    outcome: null,
    reason: null,
  }
}
