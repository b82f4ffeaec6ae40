import type { schema } from '@tradeloom/database'

const NOT_SOLD = { stripePriceId: null, active: true } as const

/** As they are in a new database. */
export const SHIPPED_PACKAGES: readonly (typeof schema.packages.$inferSelect)[] = [
  {
    id: 0,
    name: 'Free Demo',
    price: 0,
    backtestUnits: 500,
    backtestTick: false,
    liveSessions: 0,
    httpCredits: 1000,
    sockets: 0,
    multiUserExchanges: false,
    exchangeConnections: 0,
    ...NOT_SOLD,
  },
  {
    id: 1,
    name: 'Basic Premium Plan',
    price: 10,
    backtestUnits: 4000,
    backtestTick: true,
    liveSessions: 0,
    httpCredits: 50_000,
    sockets: 1,
    multiUserExchanges: false,
    exchangeConnections: 1,
    ...NOT_SOLD,
  },
  {
    id: 2,
    name: 'Standard Premium Plan',
    price: 35,
    backtestUnits: 10_000,
    backtestTick: true,
    liveSessions: 1,
    httpCredits: 500_000,
    sockets: 5,
    multiUserExchanges: false,
    exchangeConnections: 3,
    ...NOT_SOLD,
  },
  {
    id: 3,
    name: 'Professional Premium Plan',
    price: 75,
    backtestUnits: 20_000,
    backtestTick: true,
    liveSessions: 10,
    httpCredits: 2_000_000,
    sockets: 50,
    multiUserExchanges: true,
    exchangeConnections: 20,
    ...NOT_SOLD,
  },
]
