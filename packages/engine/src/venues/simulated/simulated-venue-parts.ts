import type { Account } from '../../account/account.ts'
import type { Booking } from '../../account/booking.ts'
import type { MarketPositions } from '../../account/market-positions.ts'
import type { Clock } from '../../market/clock.ts'
import type { Quote } from '../../market/quote.ts'
import type { OrderRegistry } from '../../account/order-registry.ts'
import type { MarketSpec, RunSpec } from '../../run-spec.ts'
import type { Events } from '../../account/events.ts'
import type { Liquidation } from './liquidation.ts'
import type { DueCharges } from './scheduled-events.ts'

export interface SimulatedVenueParts {
  readonly spec: RunSpec
  readonly market: MarketSpec
  readonly clock: Clock
  readonly quote: Quote
  readonly account: Account
  readonly positions: MarketPositions
  readonly booking: Booking
  readonly registry: OrderRegistry
  readonly events: Events
  readonly liquidation: Liquidation
  /** Randomness for slippage and fills by touch, one sequence for all markets. */
  readonly random: () => number
  /** Length of bars inside which the market may close and swap and funding fall due; 0 for finer rows. */
  readonly coarseMs: number
  readonly financing: DueCharges
}
