import type { MarketInstrument } from '@tradeloom/contracts'
import { queryClient } from '../../../api/query-client.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { formatPlain } from '../../../ui/format.ts'
import { ordersQuery } from '../../../entities/accounts/trading-queries.ts'

const ORDERS = 20
const MANY_TIMES = 5

/**
 * Asks where a quantity is more than 5 times the median of the last 20 that were ordered of the instrument by hand: a
 * digit too many is the commonest mistake. True at once where it is not, or where no earlier orders are known.
 */
export async function confirmQuantity(
  instrument: Pick<MarketInstrument, 'id' | 'displaySymbol'>,
  quantity: number,
): Promise<boolean> {
  const usual = median(await earlierQuantities(instrument.id))
  if (usual === null || quantity <= MANY_TIMES * usual) return true
  const times = Math.floor(quantity / usual)
  return askToConfirm({
    title: 'Larger than usual',
    text: `${formatPlain(quantity)} ${instrument.displaySymbol} is ${times} times your usual ${formatPlain(usual)}.`,
    confirm: `Trade ${formatPlain(quantity)}`,
    cancel: 'Back',
  })
}

/** Newest first. Orders of sessions and what closes or protects a position say nothing about what a person means. */
async function earlierQuantities(instrumentId: string): Promise<number[]> {
  // Without the list the order would not get through either, and the order itself says why.
  const orders = await queryClient.ensureQueryData(ordersQuery).catch(() => [])
  return orders
    .filter((order) => order.instrumentId === instrumentId && order.sessionId === null && order.positionId === null)
    .filter(({ isProtective, status }) => !isProtective && status !== 'Rejected')
    .toSorted((one, other) => other.time - one.time)
    .slice(0, ORDERS)
    .map(({ quantity }) => quantity)
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}
