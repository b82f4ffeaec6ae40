import { type IntentRow, newIntent, type PositionRow, schema } from '@tradeloom/database'
import type { PlacePayload } from '@tradeloom/trading'
import type { OrderGateway } from '@tradeloom/venues'
import { and, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import { inLedger, type LeasedAccount } from '../../trading-core/intents/in-ledger.ts'
import type { VenueLedger } from './venue-ledger.ts'
import { referenceOf } from './order-reference.ts'

const { fills, intents, positions, venueOrders } = schema

/** After it was found: a person has seen by then that there is one. */
const WATCHED_MS = 86_400_000
const ACTIVE = ['NEW', 'PARTIALLY_FILLED'] as const
/** Of a closing that sells nothing: another one is written. */
const FAILED = ['DENIED', 'UNSENT', 'REJECTED', 'ABSENT'] as const

export interface StrayParts extends LeasedAccount {
  readonly userId: string
  readonly installation: string
  readonly gateway: Pick<OrderGateway, 'cancel'>
  readonly ledger: VenueLedger
}

/**
 * Orders that the venue had after all, although it was taken for proven that it had none. Whoever asked for them counts on
 * that: they are canceled, what they have opened is closed, and their account opens nothing until a person has looked at it.
 */
export class StrayOrders {
  readonly #parts: StrayParts

  constructor(parts: StrayParts) {
    this.#parts = parts
  }

  /** Returns whether something was written that is to be sent. */
  async step(): Promise<boolean> {
    const { db, accountId, now, gateway, ledger } = this.#parts
    const isStray = and(
      eq(intents.accountId, accountId),
      eq(intents.state, 'STRAY'),
      gt(intents.acknowledgedAt, new Date(now() - WATCHED_MS)),
    )
    let isWritten = false
    for (const stray of await db.select().from(intents).where(isStray)) {
      const isWorking = and(eq(venueOrders.intentId, stray.id), inArray(venueOrders.status, [...ACTIVE]))
      if ((await db.$count(venueOrders, isWorking)) > 0) {
        await this.#restrict(stray)
        const answer = await gateway.cancel(referenceOf(stray))
        if (answer.kind === 'ACCEPTED' && answer.order) await ledger.order(answer.order)
      } else if (stray.filled > 0 && stray.payload.kind === 'PLACE')
        isWritten = (await this.#close(stray, stray.payload)) || isWritten
    }
    return isWritten
  }

  async #restrict({ clientId, instrumentId }: IntentRow): Promise<void> {
    const reason = `The venue has an order of ${instrumentId} that was presumed lost (${clientId})`
    await inLedger(this.#parts, (_, ledger) => ledger.raise({ level: 'NO_NEW', reason, by: 'guardian' }))
  }

  /** Closes what it has opened, once. */
  async #close(stray: IntentRow, { side }: PlacePayload): Promise<boolean> {
    const { accountId, userId, installation, now } = this.#parts
    const { instrumentId } = stray
    const reason = `stray order ${stray.clientId}`
    const isWritten = await inLedger(this.#parts, async (tx, ledger) => {
      const isSold = and(
        eq(intents.accountId, accountId),
        eq(intents.kind, 'CLOSE'),
        notInArray(intents.state, [...FAILED]),
        sql`${intents.payload}->>'reason' = ${reason}`,
      )
      if ((await tx.$count(intents, isSold)) > 0) return false
      const opened = await tx
        .select({ position: positions })
        .from(fills)
        .innerJoin(positions, eq(positions.id, fills.positionId))
        .where(
          and(
            eq(fills.accountId, accountId),
            eq(fills.intentId, stray.id),
            eq(positions.status, 'OPEN'),
            // What it has reduced stays.
            eq(positions.direction, side === 'BUY' ? 'LONG' : 'SHORT'),
          ),
        )
        .limit(1)
      const position: PositionRow | undefined = opened[0]?.position
      if (!position) return false
      const quantity = Math.min(stray.filled, position.quantity)
      const payload = { kind: 'CLOSE', positionId: position.id, quantity, reason } as const
      const row = newIntent({ accountId, userId, instrumentId, payload, installation, decidedAt: now() })
      await ledger.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
      return true
    })
    if (isWritten) await this.#restrict(stray)
    return isWritten
  }
}
