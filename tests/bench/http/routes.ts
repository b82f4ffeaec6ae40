import type { ServedCheckout } from './served-checkout.ts'

/** One kind of measured request. */
export interface Route {
  readonly name: string
  readonly path: (count: number) => string
  /** Requests sent without a login. */
  readonly isPublic?: boolean
  /** Accepts compressed answers, as browsers do. */
  readonly isCompressed?: boolean
  /** Sends the ETag of the first answer; servers without ETags are skipped. */
  readonly isRevalidated?: boolean
  /** Runs before each request, so that the server's cached list is outdated. */
  readonly change?: (server: ServedCheckout) => Promise<unknown>
}

const MINUTE = 60_000

const touchAlgorithm = (server: ServedCheckout): Promise<unknown> =>
  server.database.query(
    `update algorithms set description = description where id = (select id from algorithms where user_id =
       (select id from users where username = 'bench') order by id limit 1)`,
  )

const touchBacktest = (server: ServedCheckout): Promise<unknown> =>
  server.database.query(
    `update backtests set detail = null where id = (select id from backtests where user_id =
       (select id from users where username = 'bench') order by id limit 1)`,
  )

/** `end`: the end of the prices, UTC milliseconds. */
export function routesOf(end: number): Route[] {
  const prices = (interval: string, minutes: number, count: number): string => {
    // Simulates scrolling a chart: the windows end at different times.
    const to = end - (count % 97) * 7 * minutes * MINUTE
    const query = { instrumentId: 'EURUSD:SIM', interval, limit: '500' }
    const span = { start: new Date(to - 800 * minutes * MINUTE).toISOString(), end: new Date(to).toISOString() }
    return `/public-api/historical-prices?${new URLSearchParams({ ...query, ...span })}`
  }
  const algorithms = { path: () => '/api/algorithms' }
  const backtests = { path: () => '/api/backtests' }
  return [
    { name: 'own algorithms', ...algorithms },
    { name: 'own algorithms, br', ...algorithms, isCompressed: true },
    { name: 'own algorithms, changing', ...algorithms, change: touchAlgorithm },
    { name: 'own algorithms, 304', ...algorithms, isRevalidated: true },
    { name: 'shared algorithms, visitor', path: () => '/public-api/algorithms', isPublic: true },
    { name: 'own backtests', ...backtests },
    { name: 'own backtests, br', ...backtests, isCompressed: true },
    { name: 'own backtests, changing', ...backtests, change: touchBacktest },
    { name: 'own backtests, 304', ...backtests, isRevalidated: true },
    { name: '500 M1 bars', path: (count) => prices('M1', 1, count) },
    { name: '500 M1 bars, br', path: (count) => prices('M1', 1, count), isCompressed: true },
    { name: '500 M1 bids, br', path: (count) => `${prices('M1', 1, count)}&sides=bid`, isCompressed: true },
    { name: '500 M15 bars', path: (count) => prices('M15', 15, count) },
    { name: '365 D1 bars', path: (count) => prices('D1', 1440, count % 2) },
    { name: 'instruments, visitor', path: () => '/public-api/instruments/USD', isPublic: true },
    { name: 'keep-alive', path: () => '/api/keep-alive' },
  ]
}
