import type { Drill, DrillResult } from '@tradeloom/contracts'
import { type Drizzle, newId } from '@tradeloom/database'
import { isTradingOpen, type ListedInstrument } from '@tradeloom/domain'
import { DRILL_DISTANCE, type DrillKind, DRILLS } from '@tradeloom/domain/drills'
import { affordableQuantity, costOfOrder, maxPriceAge, usualQuantity } from '@tradeloom/domain/orders'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import { endDrill } from '../../trading-core/intents/end-drill.ts'
import type { LivePrice, Valuation } from '../../trading-core/prices/valuation.ts'
import { accountLog } from '../trading/account-log.ts'
import type { AccountsService } from '../trading/accounts.service.ts'
import { drillReport } from './drill-report.ts'
import type { DrillRow, DrillsRepository } from './drills.repository.ts'

const DAY_MS = 86_400_000
const MAX_PER_DAY = 50
/** Of what is available, by a drill that runs out of margin; and how much further than that prices fall. */
const MARGIN_SHARE = 0.9
const BEYOND = 1.5

export interface DrillsParts {
  readonly db: Drizzle
  readonly repository: DrillsRepository
  readonly accounts: Pick<AccountsService, 'get' | 'owned'>
  readonly valuation: Valuation
  /** Starts the process that runs them; false if it does not start. */
  readonly ensure: () => Promise<boolean>
  readonly now: () => number
}

/** Bad days that owners of paper accounts practice. */
export class DrillsService {
  readonly #parts: DrillsParts

  constructor(parts: DrillsParts) {
    this.#parts = parts
  }

  async list(accountId: string, userId: string) {
    await this.#paper(accountId, userId)
    const { repository } = this.#parts
    const rows = await repository.list(accountId)
    const { positions, stops } = await repository.openOn(accountId, null)
    const problem = await this.#problem(accountId, userId)
    return { drills: await Promise.all(rows.map((row) => this.#view(row))), positions, stops, problem }
  }

  async start(
    accountId: string,
    { kind, instrumentId }: { readonly kind: DrillKind; readonly instrumentId: string },
    userId: string,
  ): Promise<Drill> {
    const { repository, ensure, now } = this.#parts
    await this.#paper(accountId, userId)
    const problem = await this.#problem(accountId, userId)
    if (problem !== null) throw conflict(problem)
    const isMargin = DRILLS[kind].fall === 'margin'
    const open = await repository.openOn(accountId, isMargin ? null : instrumentId)
    if (open.positions + open.orders > 0) {
      const where = isMargin ? 'on this account' : `in ${instrumentId}`
      throw conflict(`Close all positions and cancel all orders ${where} first, so that nothing of yours is lost`)
    }
    const sized = await this.#sized(accountId, userId, kind, instrumentId)
    if (!(await ensure())) throw conflict('The process that trades on paper does not start: please try again')
    const row = { id: newId(), accountId, kind, instrumentId, askedAt: new Date(now()), ...sized }
    if (!(await repository.add(row))) throw conflict('A bad day is being practiced on this account already')
    return (await this.get(row.id, userId)).drill
  }

  async get(id: string, userId: string): Promise<{ readonly drill: Drill; readonly result: DrillResult }> {
    const { drill, currency } = await this.#stored(id, userId)
    const { repository, now } = this.#parts
    // What it has opened is closed a moment later.
    const until = new Date(Math.min(now(), (drill.endedAt?.getTime() ?? Infinity) + CLOSING_MS))
    const [positions, audits, closedByGuardian, entries] = await Promise.all([
      repository.positionsOf(drill),
      repository.audits(drill),
      repository.closedByGuardian(drill, until),
      repository.entries(drill, until),
    ])
    const log = accountLog(entries, currency)
    const facts = { drill, currency, positions, audits, closedByGuardian, entries, log }
    const result = drillReport({ ...facts, now: until.getTime() })
    return { drill: await this.#view(drill), result }
  }

  async stop(id: string, userId: string): Promise<Drill> {
    await this.#stored(id, userId)
    const { db, now } = this.#parts
    await endDrill({ db, id, end: 'stopped', now })
    return (await this.get(id, userId)).drill
  }

  async #stored(id: string, userId: string) {
    const found = await this.#parts.repository.get(userId, id)
    if (!found) throw notFound('Drill')
    return found
  }

  /** Only on an account that trades with no real money. */
  async #paper(accountId: string, userId: string) {
    const stored = await this.#parts.accounts.owned(accountId, userId)
    if (stored.account.venue !== 'paper') throw notFound('Account')
    return stored
  }

  async #problem(accountId: string, userId: string): Promise<string | null> {
    const { repository, now } = this.#parts
    const { control } = await this.#paper(accountId, userId)
    if (control.level !== 'ACTIVE') return 'This account opens nothing now: release it first'
    if ((await repository.sessionsOn(accountId)) > 0) return 'Stop the sessions of this account first'
    const today = await repository.since(accountId, new Date(now() - DAY_MS))
    return today >= MAX_PER_DAY ? `At most ${MAX_PER_DAY} bad days can be practiced within 24 hours` : null
  }

  /** How much it trades, how far prices fall, and what its stop would cost. */
  async #sized(
    accountId: string,
    userId: string,
    kind: DrillKind,
    instrumentId: string,
  ): Promise<Pick<DrillRow, 'quantity' | 'fall' | 'planned'>> {
    const { accounts, valuation, now } = this.#parts
    const { order, fall, filledShare } = DRILLS[kind]
    const instrument = await valuation.instrument(instrumentId)
    if (!instrument) throw notFound('Instrument')
    const price = await valuation.price(instrumentId)
    if (!isTradingOpen(instrument, now()) || !price || price.age > maxPriceAge(instrument)) {
      throw conflict(`${instrument.displaySymbol} has no price now: choose another instrument`)
    }
    const account = await accounts.get(accountId, userId)
    const conversion = await valuation.rate(instrument, account.currency)
    const context = { quote: price, instrument, accountCurrency: account.currency, conversion }
    const terms = { side: 'BUY', price: null } as const
    const isMargin = fall === 'margin'
    const usual = isMargin
      ? affordableQuantity(account.available * MARGIN_SHARE, terms, context)
      : usualQuantity(account, terms, context)
    // A part of it is a whole number of steps, too.
    const steps = filledShare === 1 ? 1 : 5
    const step = instrument.lotSize * steps
    const quantity = Math.max(1, Math.floor(usual / step + 1e-9)) * step
    if (!(usual > 0) || costOfOrder(quantity, terms, context) > account.available) {
      throw conflict('The account has too little margin for the order of this practice')
    }
    const value = quantity * price.ask * conversion
    if (isMargin)
      return { quantity, fall: marginFall(instrument, { value, available: account.available, context }), planned: null }
    const planned = order === 'stop-below' ? -value * filledShare * DRILL_DISTANCE : null
    return { quantity, fall, planned }
  }

  async #view({ id, accountId, kind, instrumentId, quantity, ...row }: DrillRow): Promise<Drill> {
    return {
      id,
      accountId,
      kind,
      instrumentId,
      symbol: await this.#parts.valuation.symbol(instrumentId),
      quantity,
      asked: row.askedAt.getTime(),
      started: row.startedAt?.getTime() ?? null,
      ends: row.endsAt?.getTime() ?? null,
      ended: row.endedAt?.getTime() ?? null,
      end: row.end,
      problem: row.problem,
    }
  }
}

const CLOSING_MS = 5_000

/** The share by which prices fall until the margin does not suffice. */
function marginFall(
  instrument: ListedInstrument,
  {
    value,
    available,
    context,
  }: { value: number; available: number; context: { quote: LivePrice; accountCurrency: string } },
): number {
  const rate = instrument.marginRatios[context.accountCurrency] ?? instrument.marginRate
  const fall = (BEYOND * Math.max(0, available - value * rate)) / value
  // Without leverage the value of a position covers its margin at any price.
  if (rate > 0.5 || fall > 0.3) throw conflict('A margin call needs an instrument that is traded on margin')
  return fall
}
