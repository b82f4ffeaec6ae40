import { type PositionRow, schema, type Transaction, type VenueOrderRow } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import { isLive, type OpenAccount } from './open-account.ts'

const { positions, venueOrders } = schema

/**
 * How far the prices of an account were processed. One statement for all positions and one for all orders: there may be
 * hundreds, and each fill writes it.
 */
export async function writeProgress(tx: Transaction, open: OpenAccount): Promise<void> {
  const isWaiting = new Set([...open.waiting.map(({ id }) => id), ...open.unmet])
  const reached = <Row extends PositionRow | VenueOrderRow>({ id, instrumentId, status }: Row) => {
    const row = open.cursors.get(instrumentId)
    return row === undefined || !isLive(status) ? [] : [{ id, row }]
  }
  const held = [...open.positions.values()].flatMap(reached)
  const working = [...open.orders.values()].flatMap(reached).filter(({ id }) => !isWaiting.has(id))
  const followed = held.map((one) => ({ ...one, best: open.book.position(one.id)?.best ?? null }))
  if (followed.length > 0)
    await tx.execute(sql`update ${positions} set matched_row = of.row, trailing_best = of.best
      from jsonb_to_recordset(${JSON.stringify(followed)}::jsonb) as of(id uuid, row bigint, best numeric)
      where ${positions}.id = of.id`)
  const matched = working.map((one) => ({ ...one, triggered: open.book.orderState(one.id)?.isTriggered ?? false }))
  if (matched.length > 0)
    await tx.execute(sql`update ${venueOrders} set matched_row = of.row, is_triggered = of.triggered, is_resting = true
      from jsonb_to_recordset(${JSON.stringify(matched)}::jsonb) as of(id uuid, row bigint, triggered boolean)
      where ${venueOrders}.id = of.id`)
}
