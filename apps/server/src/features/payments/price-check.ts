import { type Drizzle, schema } from '@tradeloom/database'
import { gt } from 'drizzle-orm'
import type { Stripe } from 'stripe'

const { packages } = schema

type PackageRow = typeof schema.packages.$inferSelect

/** Compares the prices at the provider with those of the packages: nobody is charged anything but what the table says. */
export class PriceCheck {
  readonly #db: Drizzle
  readonly #stripe: Stripe
  #problems = new Map<number, string>()
  #isDone = false

  constructor(db: Drizzle, stripe: Stripe) {
    this.#db = db
    this.#stripe = stripe
  }

  /** Why a package cannot be sold; null if it can. */
  problemOf(packageId: number): string | null {
    return this.#isDone ? (this.#problems.get(packageId) ?? null) : 'Its price was not checked yet'
  }

  problems(): string[] {
    return [...this.#problems.values()]
  }

  async check(): Promise<void> {
    const rows = await this.#db.select().from(packages).where(gt(packages.price, 0)).orderBy(packages.id)
    const found = await Promise.all(
      rows.filter(({ active }) => active).map(async (row) => [row.id, await this.#problem(row)] as const),
    )
    this.#problems = new Map(found.flatMap(([id, problem]) => (problem === null ? [] : [[id, problem]])))
    this.#isDone = true
  }

  async #problem({ name, price, stripePriceId }: PackageRow): Promise<string | null> {
    if (stripePriceId === null) return `${name} has no price at Stripe`
    try {
      const { active, currency, unit_amount, recurring } = await this.#stripe.prices.retrieve(stripePriceId)
      if (!active) return `${name}: the price ${stripePriceId} is archived at Stripe`
      const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1
      if (currency === 'usd' && unit_amount === price * 100 && isMonthly) return null
      const interval = recurring ? `every ${recurring.interval_count} ${recurring.interval}` : 'once'
      const theirs = `${(unit_amount ?? 0) / 100} ${currency.toUpperCase()} ${interval}`
      return `${name}: the price is ${price} USD every 1 month here, and ${theirs} at Stripe`
    } catch (error) {
      return `${name}: the price ${stripePriceId} could not be checked: ${(error as Error).message}`
    }
  }
}
