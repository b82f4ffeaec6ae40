import { monthOf, packageOfUser, schema, type Transaction } from '@tradeloom/database'
import type { Bus } from '@tradeloom/bus'
import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Profile, rightsFrom } from '../../platform/auth/rights.ts'
import { readUser } from '../../platform/auth/user-reader.ts'
import type { UsersService } from '../../platform/auth/users.service.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { RunKind } from '../runs/run-table.ts'
import type { UserMessage } from '../users/user.topic.ts'
import { OneAtATime } from '../../platform/one-at-a-time.ts'

const { backtests, packages, unitUsage, users } = schema

export interface UnitsDeps {
  readonly profile: Profile
  readonly users: Pick<UsersService, 'rightsOf'>
  readonly bus: Pick<Bus, 'publish'>
  readonly now: () => number
}

/**
 * Charges compute units when a backtest is accepted, and gives them back. Transactions that also lock other rows of a
 * user lock the row of the units first: charging does, so any other order could deadlock.
 */
export class Units {
  readonly #deps: UnitsDeps
  readonly #turns = new OneAtATime()

  constructor(deps: UnitsDeps) {
    this.#deps = deps
  }

  /**
   * Performs a transaction that charges units. Those of one user take turns, and one whose units are clearly not there
   * is refused without a transaction, so that a thousand requests at once do not occupy all database connections.
   */
  async inTurn<Result>(userId: string, units: number, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(userId, async () => {
      const remaining = await this.#remaining(userId)
      if (remaining !== null && units > remaining) throw notEnough(units, remaining)
      return work()
    })
  }

  /** Charges the current month, which it returns. Throws when too few units are left. */
  async charge(tx: Transaction, userId: string, units: number): Promise<string> {
    const { profile, now } = this.#deps
    const month = monthOf(now())
    await tx.insert(unitUsage).values({ userId, month }).onConflictDoNothing()
    const included = tx
      .select({ units: packages.backtestUnits })
      .from(packages)
      .innerJoin(users, eq(packages.id, packageOfUser(new Date(now()))))
      .where(eq(users.id, userId))
    const isLeft = gte(sql`(${included}) + ${unitUsage.credited}`, sql`${unitUsage.used} + ${units}::integer`)
    // Without a limit, usage is still counted for the operator.
    const charged = await tx
      .update(unitUsage)
      .set({ used: sql`${unitUsage.used} + ${units}` })
      .where(and(eq(unitUsage.userId, userId), eq(unitUsage.month, month), profile === 'hosted' ? isLeft : undefined))
      .returning({ used: unitUsage.used })
    if (charged.length === 0) {
      // Read here: waiting for another connection within a transaction could take up all of them.
      const row = await readUser(tx, userId, now())
      throw notEnough(units, (row && rightsFrom(profile, row).backtestUnits) ?? 0)
    }
    return month
  }

  /** Notifies the user's open pages of the units that are left. */
  async tell(userId: string): Promise<void> {
    const backtestUnits = await this.#remaining(userId)
    const event = { event: 'credit-backtest-units', data: { backtestUnits } } as const
    this.#deps.bus.publish(`user.changed.${userId}`, { userId, event } satisfies UserMessage)
  }

  async #remaining(userId: string): Promise<number | null> {
    return (await this.#deps.users.rightsOf(userId)).backtestUnits
  }
}

/** Locks the row of the units that a run was charged, before the transaction locks the run. */
export async function lockUnits(tx: Transaction, { table }: RunKind, id: string): Promise<void> {
  await tx
    .select({ used: unitUsage.used })
    .from(unitUsage)
    .innerJoin(table, and(eq(table.userId, unitUsage.userId), eq(table.unitsMonth, unitUsage.month)))
    .where(eq(table.id, id))
    .for('update', { of: unitUsage })
}

/** Gives units back to the month that was charged. */
export async function giveBack(tx: Transaction, userId: string, month: string, units: number): Promise<void> {
  await tx
    .update(unitUsage)
    .set({ used: sql`greatest(0, ${unitUsage.used} - ${units}::integer)` })
    .where(and(eq(unitUsage.userId, userId), eq(unitUsage.month, month)))
}

/** Gives the units of a backtest back to the month that was charged, at most once. Call `lockUnits` first. */
export async function refundUnits(tx: Transaction, backtestId: string): Promise<void> {
  const [row] = await tx
    .update(backtests)
    .set({ unitsRefundedAt: new Date() })
    .where(and(eq(backtests.id, backtestId), isNotNull(backtests.unitsMonth), isNull(backtests.unitsRefundedAt)))
    .returning({ userId: backtests.userId, month: backtests.unitsMonth, units: backtests.units })
  if (row?.month) await giveBack(tx, row.userId, row.month, row.units)
}

function notEnough(units: number, remaining: number): AppError {
  const text = `This would use ${units} backtest compute units. You have ${remaining} remaining.`
  return new AppError('forbidden', 'not-enough-units', text, { details: { units, remaining } })
}
