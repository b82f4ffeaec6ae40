import type { Execution, RunOrder, TradingOrder } from '@tradeloom/contracts'

type Status = TradingOrder['status'] | Execution['orderStatus'] | RunOrder['status']

/** The words of the wire that are not those of screens. */
const NAMES: Partial<Record<Status, string>> = {
  NEW: 'New',
  PARTIALLY_FILLED: 'Partially filled',
  FILLED: 'Filled',
  CANCELED: 'Canceled',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
}

/** An order's state as a person reads it, like those of runs and sessions. */
export function orderStatusText(status: Status): string {
  return NAMES[status] ?? status
}
