import type { LabClock } from '../../lab-clock.ts'
import { VenueError } from './venue-error.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 1440 * MINUTE
/** Requests during a refusal after which the address is banned, and for how long. */
const PATIENCE = 20
const BAN_MS = 2 * MINUTE

export interface RateLimit {
  /** Of requests, in one minute. */
  readonly weight: number
  readonly ordersPer10Seconds: number
  readonly ordersPerDay: number
}

export const USUAL_LIMITS: RateLimit = { weight: 6000, ordersPer10Seconds: 100, ordersPerDay: 200_000 }

/** Counts one kind of thing in windows that begin at multiples of their length, as the venue does. */
class Counter {
  readonly #length: number
  #window = -1
  #count = 0

  constructor(length: number) {
    this.#length = length
  }

  add(amount: number, now: number): number {
    const window = Math.floor(now / this.#length)
    if (window !== this.#window) [this.#window, this.#count] = [window, 0]
    return (this.#count += amount)
  }

  msLeft(now: number): number {
    return this.#length - (now % this.#length)
  }
}

/** What an address has used, and whether it is refused for it. */
export class RateLimits {
  readonly #clock: LabClock
  readonly #limits: RateLimit
  readonly #weight = new Counter(MINUTE)
  readonly #orders = { short: new Counter(10 * SECOND), day: new Counter(DAY) }
  #refusedSince = 0
  #bannedUntil = 0

  constructor(clock: LabClock, limits: RateLimit) {
    this.#clock = clock
    this.#limits = limits
  }

  get headers(): Record<string, string> {
    const used = String(this.#weight.add(0, this.#clock.now()))
    return { 'x-mbx-used-weight': used, 'x-mbx-used-weight-1m': used }
  }

  get orderHeaders(): Record<string, string> {
    const now = this.#clock.now()
    return {
      'x-mbx-order-count-10s': String(this.#orders.short.add(0, now)),
      'x-mbx-order-count-1d': String(this.#orders.day.add(0, now)),
    }
  }

  /** As in the answers of the WebSocket API. */
  get report(): readonly object[] {
    const count = this.#weight.add(0, this.#clock.now())
    const { weight: limit } = this.#limits
    return [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit, count }]
  }

  /** As in exchangeInfo. */
  get description(): readonly object[] {
    const { weight, ordersPer10Seconds, ordersPerDay } = this.#limits
    return [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weight },
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: ordersPer10Seconds },
      { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: ordersPerDay },
      { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5, limit: 61_000 },
    ]
  }

  /** Throws 429, and 418 for those who go on. */
  use(weight: number): void {
    const now = this.#clock.now()
    const used = this.#weight.add(weight, now)
    if (now < this.#bannedUntil) throw banned(this.#bannedUntil, now)
    if (used <= this.#limits.weight) return void (this.#refusedSince = 0)
    if (++this.#refusedSince > PATIENCE) {
      this.#bannedUntil = now + BAN_MS
      throw banned(this.#bannedUntil, now)
    }
    const message =
      `Too much request weight used; current limit is ${this.#limits.weight} request weight per 1 MINUTE. ` +
      'Please use WebSocket Streams for live updates to avoid polling the API.'
    throw new VenueError(-1003, message, { status: 429, headers: retryAfter(this.#weight.msLeft(now)) })
  }

  useOrders(count: number): void {
    const now = this.#clock.now()
    const { ordersPer10Seconds, ordersPerDay } = this.#limits
    const day = this.#orders.day.add(count, now)
    if (this.#orders.short.add(count, now) > ordersPer10Seconds)
      throw tooManyOrders(`${ordersPer10Seconds} orders per 10 SECOND`, this.#orders.short.msLeft(now))
    if (day > ordersPerDay) throw tooManyOrders(`${ordersPerDay} orders per 1 DAY`, this.#orders.day.msLeft(now))
  }
}

export function retryAfter(ms: number): Record<string, string> {
  return { 'retry-after': String(Math.ceil(ms / SECOND)) }
}

function banned(until: number, now: number): VenueError {
  const message = `Way too much request weight used; IP banned until ${until}. Please use WebSocket Streams for live updates to avoid bans.`
  return new VenueError(-1003, message, { status: 418, headers: retryAfter(until - now) })
}

function tooManyOrders(limit: string, ms: number): VenueError {
  const message = `Too many new orders; current limit is ${limit}.`
  return new VenueError(-1015, message, { status: 429, headers: retryAfter(ms) })
}
