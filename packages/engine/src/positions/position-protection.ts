import type { OpenPosition } from './open-position.ts'

/** Guards open positions with their stops and targets, at the venue or in its simulation. */
export interface PositionGuard {
  /** Call it for a new position, and after its stops have changed. */
  attach(position: OpenPosition): void
}
