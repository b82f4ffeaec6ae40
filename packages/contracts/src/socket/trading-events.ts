import { z } from 'zod'
import { tradingAccount } from '../http/accounts.ts'
import { uuid } from '../http/common.ts'
import { execution, tradingOrder } from '../http/orders.ts'
import { tradingPosition } from '../http/positions.ts'

/** Rows that come after subscribing carry `snapshot: true`: they are no news, and nothing announces them. */
const snapshot = z.boolean()

export const orderEvents = { order: tradingOrder.extend({ snapshot }) }
export const executionEvents = { execution: execution.extend({ snapshot }) }
export const balanceEvents = { balance: tradingAccount.extend({ snapshot }) }
export const positionEvents = {
  /** Opened, changed, closed; or its profit has changed, once a second at most. */
  'position-update': tradingPosition.extend({ snapshot }),
  /** It was hidden from lists. */
  'position-deleted': z.object({ id: z.string() }),
}

export const brokerStatus = z.object({
  connectionId: uuid,
  /** Null: the platform works, its connection to the broker does not. */
  isConnected: z.boolean().nullable(),
})
export type BrokerStatus = z.infer<typeof brokerStatus>
export const brokerEvents = { 'broker-status': brokerStatus }
