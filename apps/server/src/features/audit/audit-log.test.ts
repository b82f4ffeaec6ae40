import { type AuditEntry, recordAudit, schema, sha256, verifyAudit } from '@tradeloom/database'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { nextEntry } from '@tradeloom/trading'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyRecords } from './verify-records.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())
beforeEach(() => emptied())

/** As somebody who may do anything in the database, which the server may not. */
async function emptied(): Promise<void> {
  await tampered('delete from audit_log')
}
async function tampered(statement: string): Promise<void> {
  await database.pool.query('alter table audit_log disable trigger append_only')
  await database.pool.query(statement)
  await database.pool.query('alter table audit_log enable trigger append_only')
}

const line = (action: string): AuditEntry => ({
  actor: 'ada',
  via: 'web',
  action,
  object: 'bob',
  address: '127.0.0.1',
  detail: { package: 2 },
})
const lines = () => database.db.select().from(schema.auditLog).orderBy(schema.auditLog.n)

it('lines that are added at the same time are numbered without gaps and linked', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => recordAudit(database.db, line(`action-${index}`))))
  expect((await lines()).map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(await verifyAudit(database.db)).toEqual({ lines: 20, fault: null })
  expect((await lines())[0]).toMatchObject({ actor: 'ada', object: 'bob' })
})

it('a line of a transaction that fails is not there', async () => {
  const failing = database.db.transaction(async (tx) => {
    await recordAudit(tx, line('undone'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await recordAudit(database.db, line('kept'))
  expect((await lines()).map(({ n, action }) => [n, action])).toEqual([[1, 'kept']])
})

it.each(['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])(
  'the database refuses: %s',
  async (statement) => {
    await recordAudit(database.db, line('kept'))
    await expect(database.pool.query(statement)).rejects.toThrow()
    expect(await lines()).toHaveLength(1)
  },
)

it.each([
  [`update audit_log set body = replace(body, '127.0.0.1', '10.0.0.1') where n = 2`, 'entry 2 was changed'],
  ['delete from audit_log where n = 2', 'entry 2 is missing'],
  [`update audit_log set at = at + interval '1 second' where n = 3`, 'entry 3 was changed'],
])('a line that was changed all the same is named: %s', async (statement, fault) => {
  for (const action of ['one', 'two', 'three']) await recordAudit(database.db, line(action))
  await tampered(statement)
  expect(await verifyAudit(database.db)).toEqual({ lines: 0, fault })
})

it('verifies the log and all journals once a week, on one server, and reports faults', async () => {
  const { db, pool } = database
  const found: object[] = []
  const logger = { info: () => {}, error: (fields: unknown) => void found.push(fields as object) }
  const week = 7 * 86_400_000
  let now = Date.now()
  const verify = () => verifyRecords({ db, logger, now: () => now })
  const actions = async () => (await lines()).map(({ action, body }) => [action, JSON.parse(body).detail] as const)
  await recordAudit(db, line('one'))
  const [accountId] = [crypto.randomUUID()]
  const entry = nextEntry(sha256, accountId, { n: 0, hash: null }, { at: now, kind: 'T', intentId: null, body: {} })
  await db.insert(schema.journal).values({ ...entry, accountId, at: new Date(entry.at) })
  await Promise.all([verify(), verify()])
  expect(await actions()).toEqual([
    ['one', expect.anything()],
    ['records-verified', { lines: 1, journals: 1, faults: 0 }],
  ])
  now += week - 1
  await verify()
  expect(await lines()).toHaveLength(2)
  now += 1
  await pool.query('alter table journal disable trigger append_only')
  await pool.query(`update journal set body = '{"a":1}'`)
  await pool.query('alter table journal enable trigger append_only')
  await verify()
  expect((await actions()).at(-1)).toEqual(['records-verified', { lines: 2, journals: 1, faults: 1 }])
  expect(found).toMatchObject([{ found: [`journal of account ${accountId}: entry 1 was changed`] }])
})
