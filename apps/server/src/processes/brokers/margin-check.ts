import { ADJUST_ENTRY, newId, type PositionRow, schema } from '@tradeloom/database'
import { type AccountModel, type ContractTerms, writtenQuantity } from '@tradeloom/domain'
import {
  closeExternally,
  comparePositions,
  growExternally,
  openPosition,
  type PositionDifference,
} from '@tradeloom/trading'
import type { AccountReader, VenuePosition } from '@tradeloom/venues'
import { and, asc, eq } from 'drizzle-orm'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import type { BrokerChange } from './brokers-messages.ts'
import { ModelChanged } from './stored-connections.ts'
import { Unexplained } from './unexplained.ts'

const { contractTerms, positions } = schema

export interface MarginCheckParts extends LeasedAccount {
  readonly userId: string
  readonly venue: string
  readonly model: Exclude<AccountModel, 'spot'>
  readonly reader: Pick<AccountReader, 'positions' | 'model' | 'terms'>
  readonly onChange: (kind: BrokerChange['kind'], id: string) => void
}

type Difference = PositionDifference<PositionRow>

/**
 * Compares positions with those that the venue of a margin account states. What no execution explains is taken over as
 * `external`: it needs margin here, and is closed with the account. Nothing is opened then until a person has looked at it.
 */
export class MarginCheck {
  readonly #parts: MarginCheckParts
  readonly #unexplained: Unexplained

  constructor(parts: MarginCheckParts) {
    this.#parts = parts
    this.#unexplained = new Unexplained(parts.now)
  }

  /** Whether anything differed at the last look. */
  get isUnexplained(): boolean {
    return this.#unexplained.isAny
  }

  /** After all executions were read that may explain a difference. */
  async compare(): Promise<void> {
    const { db, accountId, model, reader } = this.#parts
    const modelNow = (await reader.model?.()) ?? model
    const stated = await reader.positions()
    const isOpen = and(eq(positions.accountId, accountId), eq(positions.status, 'OPEN'))
    const kept = await db.select().from(positions).where(isOpen).orderBy(asc(positions.openTime), asc(positions.id))
    if (modelNow !== model) return this.#isKept(kept.length > 0, modelNow)
    const found = comparePositions(model, stated, kept)
    const due = this.#unexplained.due(found.map(nameOf))
    const taken = found.filter((one) => due.has(nameOf(one)))
    if (taken.length > 0) await this.#take(taken, stated)
    await this.#keepTerms()
  }

  /** Leverage and kind of margin, which only say how much a position ties up. */
  async #keepTerms(): Promise<void> {
    const { db, accountId, reader, onChange } = this.#parts
    const stated = await reader.terms?.()
    if (!stated) return
    const isMine = eq(contractTerms.accountId, accountId)
    const kept = await db.select().from(contractTerms).where(isMine)
    const rows = stated.map((one) => ({ accountId, ...one }))
    if (isSameSet(kept.map(termsText), rows.map(termsText))) return
    await inLedger(this.#parts, async (tx) => {
      await tx.delete(contractTerms).where(isMine)
      if (rows.length > 0) await tx.insert(contractTerms).values(rows)
    })
    onChange('balance', accountId)
  }

  /** Its owner has set the account to another model, in which what the books hold would mean something else. */
  async #isKept(isHeld: boolean, modelNow: AccountModel): Promise<void> {
    const { venue, model } = this.#parts
    if (!isHeld) throw new ModelChanged(model, modelNow)
    const reason = `The account was set to another position mode at ${venue}: it is ${modelNow} now and was ${model}. Its positions stay guarded; close them, or set it back`
    await inLedger(this.#parts, (_, ledger) => ledger.raise({ level: 'NO_NEW', reason, by: 'guardian' }))
  }

  async #take(found: readonly Difference[], stated: readonly VenuePosition[]): Promise<void> {
    const { venue, onChange } = this.#parts
    const rows: PositionRow[] = []
    for (const one of found) rows.push(...(await this.#rows(one, stated)))
    const closed = found.flatMap((one) => (one.do === 'close' ? [[one.position.id, one.quantity] as const] : []))
    const what = found
      .map((one) => `${writtenQuantity(one.quantity)} of ${instrumentOf(one)} ${WORDS[one.do]}`)
      .join(', ')
    const reason = `Positions have changed at ${venue} without an order from here: ${what}`
    await inLedger(this.#parts, async (_, ledger) => {
      const changes = rows.map((row) => ({ table: 'positions', row }) as const)
      await ledger.record({ kind: ADJUST_ENTRY, rows: changes, note: { lost: Object.fromEntries(closed) } })
      await ledger.raise({ level: 'NO_NEW', reason, by: 'guardian' })
    })
    for (const { id } of rows) onChange('position', id)
  }

  async #rows(one: Difference, all: readonly VenuePosition[]): Promise<PositionRow[]> {
    const { accountId, userId, venue, model, now } = this.#parts
    if (one.do === 'grow') return [growExternally(one.position, one.quantity, one.stated)]
    const time = new Date(now())
    if (one.do === 'close') {
      const { position, part } = closeExternally(one.position, one.quantity, { time, partId: newId() })
      return [position, ...(part === null ? [] : [part])]
    }
    const { quantity, stated } = one
    const { id, instrumentId, direction, openPrice: price } = stated
    const usedMargin = all.find((position) => position.id === id)?.margin ?? 0
    const opening = { instrumentId, direction, quantity, price, time, fee: 0, usedMargin }
    const costs = { halfSpread: 0, slippage: 0 }
    const owner = { id: newId(), accountId, userId, broker: venue, sessionId: null }
    const row = openPosition(owner, { ...opening, costs }, NO_LEVELS)
    return [model === 'hedging' ? { ...row, brokerId: id, part: await this.#nextPart(id) } : row]
  }

  /** A trade that was taken for closed may be there again. */
  async #nextPart(brokerId: string): Promise<number> {
    const { db, accountId } = this.#parts
    const isSame = and(eq(positions.accountId, accountId), eq(positions.brokerId, brokerId))
    return 1 + (await db.$count(positions, isSame))
  }
}

const WORDS = { close: 'closed', grow: 'added', open: 'opened' } as const

const NO_LEVELS = {
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  trailingBest: null,
  isStopLossRejected: false,
  isTakeProfitRejected: false,
  isTrailingStopRejected: false,
  unprotectedSince: null,
  matchedRow: -1,
}

function termsText({ instrumentId, leverage, isIsolated }: ContractTerms): string {
  return `${instrumentId} ${leverage} ${isIsolated}`
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text) => other.includes(text))
}

function nameOf(one: Difference): string {
  return `${one.do} ${one.do === 'open' ? one.stated.id : one.position.id}`
}

function instrumentOf(one: Difference): string {
  return (one.do === 'open' ? one.stated : one.position).instrumentId
}
