import type { PositionRow, VenueOrderRow } from '@tradeloom/database'
import type { IntentPayload } from '@tradeloom/trading'
import type { Fault } from '@tradeloom/venue-lab'
import { expect } from 'vitest'
import type { CrashPoint } from '../../trading-core/intents/crash-points.ts'

/** A desk at a stand-in, with the real process of orders. What it says of the venue is of one account and market. */
export interface CrashDesk {
  /** How often the process has ended on its own. */
  readonly ends: number
  readonly pid: number | undefined
  /** Method and path of each, as they arrived. */
  readonly requests: readonly string[]
  /** Starts the process anew, and waits until it works. */
  restart(crashAt?: CrashPoint): Promise<void>
  write(payload: IntentPayload): Promise<string>
  state(id: string): Promise<string | undefined>
  /** Without those of closed parts. */
  positions(): Promise<PositionRow[]>
  orders(): Promise<VenueOrderRow[]>
  fills(): Promise<readonly unknown[]>
  disturb(fault: Fault): void
  /** What each order that buys has executed, and each that sells at the market. */
  boughtAtVenue(): readonly number[]
  soldAtVenue(): readonly number[]
  /** Price and quantity of the stops that work. */
  stopsAtVenue(): readonly (readonly [number, number])[]
  /** How many orders work. */
  workingAtVenue(): number
  /** Executes a part of the only order that works. */
  fillAtVenue(quantity: string): void
  /** Nothing was sent twice, what is open is at the venue, and the journal tells all of it. */
  expectConsistent(): Promise<void>
  end(): Promise<void>
}

/** The fence of 15 s, a restart, and two look-ups. */
export const wait = { interval: 200 }

/** As soon as the venue has received a request, and before its answer. */
export async function killedAt(desk: CrashDesk, request: string, meanwhile: () => void): Promise<void> {
  await expect.poll(() => desk.requests, { ...wait, interval: 10 }).toContain(request)
  meanwhile()
  if (desk.pid !== undefined) process.kill(desk.pid, 'SIGKILL')
  await expect.poll(() => desk.ends, wait).toBeGreaterThan(0)
}
