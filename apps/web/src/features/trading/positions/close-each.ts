import type { TradingPosition } from '@tradeloom/contracts'
import { errorText } from '../../../api/api-error.ts'
import { closePosition, NoAnswer } from '../../../entities/orders/send-order.ts'
import { newTicketKey } from '../../../entities/orders/ticket-key.ts'

/**
 * Closes positions at the market, each by a request of its own. Returns what could not be closed, and why; null if all are on
 * their way. `keys`: by position, of requests without an answer; the next attempt sends those again.
 */
export async function closeEach(
  positions: readonly Pick<TradingPosition, 'id'>[],
  keys: Map<string, string>,
): Promise<string | null> {
  const failures: string[] = []
  const close = async ({ id }: Pick<TradingPosition, 'id'>): Promise<void> => {
    const key = keys.get(id) ?? newTicketKey()
    keys.set(id, key)
    try {
      await closePosition({ positionId: id, key }, () => {})
      keys.delete(id)
    } catch (error) {
      if (!(error instanceof NoAnswer)) keys.delete(id)
      failures.push(errorText(error))
    }
  }
  await Promise.all(positions.map(close))
  const [first] = failures
  return first === undefined ? null : `${failures.length} of ${positions.length} were not closed: ${first}`
}
