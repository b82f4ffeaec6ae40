import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schema } from '@tradeloom/database'
import { describe, expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..', '..')

interface Enforced {
  /** As the file calls it. */
  readonly right: string
  /** The file that refuses what exceeds the right. */
  readonly by: string
  /** The test that shows it, with its title. */
  readonly test: string
  readonly title: string
}

/** Where each right of a package is enforced; a string says why a column is no right. */
const PLACES: Record<keyof typeof schema.packages.$inferSelect, Enforced | string> = {
  id: 'names the package',
  name: 'names the package',
  price: 'what it costs',
  stripePriceId: 'what it costs',
  active: 'whether it is offered',
  multiUserExchanges: 'no connection can be shared with another user, so there is nothing to refuse',
  backtestUnits: {
    right: 'backtestUnits',
    by: 'features/packages/units.service.ts',
    test: 'features/packages/compute-units.test.ts',
    title: 'of canceled backtests are given back, and as many can be started again',
  },
  backtestTick: {
    right: 'backtestTick',
    by: 'features/runs/check-rights.ts',
    test: 'features/admin-users/admin-users.test.ts',
    title: 'without the right refuse every tick, a start of more than a year ago and other brokers',
  },
  liveSessions: {
    right: 'liveTradingSessions',
    by: 'features/sessions/sessions.service.ts',
    test: 'features/packages/smaller-package.test.ts',
    title: 'lets running sessions go on, and refuses new ones',
  },
  httpCredits: {
    right: 'apiCredits',
    by: 'platform/api/api-logins.ts',
    test: 'features/api-keys/api-keys.test.ts',
    title: 'that are used up answer 429, and say when there are more',
  },
  sockets: {
    right: 'sockets',
    by: 'platform/realtime/api-places.ts',
    test: 'platform/realtime/api-sockets.test.ts',
    title: 'of two servers, the 51st socket is closed with 4429 and the text, and a place is free again after a close',
  },
  exchangeConnections: {
    right: 'exchangeConnections',
    by: 'features/connections/connections.service.ts',
    test: 'features/packages/smaller-package.test.ts',
    title: 'keeps every key, and lets the surplus ones open nothing',
  },
}

describe('rights of packages', () => {
  it('are all named, one by one', () => {
    expect(Object.keys(PLACES).toSorted()).toEqual(
      Object.keys(schema.packages)
        .filter((name) => name !== 'enableRLS')
        .toSorted(),
    )
  })

  it.each(
    Object.entries(PLACES).flatMap(([column, place]) => (typeof place === 'string' ? [] : [[column, place] as const])),
  )('%s is enforced where it says, and a test shows it', (_, { right, by, test, title }) => {
    for (const file of [by, test]) expect(existsSync(join(SOURCE, file)), file).toBe(true)
    expect(readFileSync(join(SOURCE, by), 'utf8')).toContain(right)
    expect(readFileSync(join(SOURCE, test), 'utf8')).toContain(title)
  })
})
