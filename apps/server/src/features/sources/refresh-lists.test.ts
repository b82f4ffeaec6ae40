import { schema } from '@tradeloom/database'
import { SOURCES } from '@tradeloom/market-data/sources'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { findFake, type SourceLab, startSourceLab } from '@tradeloom/venue-lab/sources'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { RefreshLists } from './refresh-lists.ts'
import { SourceCalls } from './source-calls.ts'
import { SourceIndex } from './source-index.ts'

let database: TestDatabase
let lab: SourceLab
let key: string

beforeAll(async () => {
  database = await startTestDatabase()
  const fake = await findFake('fred')
  key = fake.keys[0] ?? ''
  lab = await startSourceLab(fake)
  await database.db.insert(schema.sourceSettings).values({ provider: 'fred', isOn: true })
})
afterAll(async () => {
  await lab?.stop()
  await database?.stop()
})

it('a page comes through while lists are read with the same key', async () => {
  const { db } = database
  const [fred] = SOURCES.filter(({ name }) => name === 'fred')
  if (!fred) throw new Error('FRED is gone')
  const provider = { ...fred, budget: { perMinute: 4, atOnce: 4 } }
  const closing = new AbortController()
  const now = Date.now
  const calls = new SourceCalls({ db, urls: { fred: lab.url }, secret: 'secret', now, closing: closing.signal })
  const users: string[] = []
  const recorded: Pick<SourceCalls, 'use'> = {
    use: (of, withKey, by, work) => {
      users.push(by)
      return calls.use(of, withKey, by, work)
    },
  }
  const keys = { ofOperator: async () => key } as never
  const warn = vi.fn<(fields: object, message: string) => void>()
  const index = new SourceIndex(db, now)
  const lists = new RefreshLists({
    db,
    providers: [provider],
    calls: recorded,
    index,
    keys,
    logger: { warn },
    now,
    closing: closing.signal,
  })
  const ended = lists.look()
  // Half of what FRED allows in a minute; there are hundreds of lists.
  await vi.waitUntil(() => lab.requests.length >= 2, { timeout: 60_000 })
  const table = await calls.use(provider, key, 'page', (call) => provider.dataset(call, 'CPIAUCSL'))
  expect(table.rows.length).toBeGreaterThan(0)
  closing.abort()
  await ended
  expect([users, warn.mock.calls]).toEqual([['background'], []])
})
