import type { OpenPosition } from './open-position.ts'

/** Protects open positions with their stops and targets, at the venue or in its simulation. */
export interface PositionProtection {
  /** Call it for a new position, and after its stops have changed. */
  attach(position: OpenPosition): void
}
