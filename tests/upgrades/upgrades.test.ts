import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  joinDatabase,
  migrateDatabase,
  schema,
  splitPositions,
  verifyAccount,
  verifyAudit,
  verifyJournals,
} from '../../packages/database/src/index.ts'
import { migrateTo } from '../../packages/database/src/testing/migrate-to.ts'
import { compareRows, readRows, restoreRows, tableOf } from '../../packages/database/src/testing/stored-rows.ts'
import { startDatabases, type TestDatabases } from '../../packages/database/src/testing/test-databases.ts'
import { brokersKey } from '../../packages/vault/src/master-key.ts'
import { openVault } from '../../packages/vault/src/open-vault.ts'
import { readStored } from './read-stored.ts'

let databases: TestDatabases
beforeAll(async () => {
  databases = await startDatabases()
})
afterAll(() => databases?.stop())

/** The database of a server of that commit, and what migrations make of it. */
async function upgraded(commit: string) {
  const stored = readStored(commit)
  const name = `of_${commit}`
  const pool = await databases.create(name)
  await migrateTo(pool, stored.migrations, join(databases.folder, name))
  await restoreRows(pool, stored.lines)
  const tables = new Set(stored.lines.map(tableOf))
  const before = await readRows(pool, tables)
  await migrateDatabase(pool)
  const after = await readRows(pool, tables)
  return { ...stored, before, after, joined: joinDatabase({ ...databases.connection, database: name }) }
}

/** What migrations have changed on purpose. */
const LIMITS_AND_FIGURES = [
  'account_control.daily_loss',
  'sessions.closed_position_count',
  'sessions.first_row',
  'sessions.input_count',
  'sessions.intent_count',
  'sessions.open_position_count',
  'sessions.row_no',
  'sessions.total_profit',
  'sessions.unrealised_profit',
  'venue_settings.rest_url',
  'venue_settings.stream_url',
  'venue_settings.ws_api_url',
]
const CHANGES: Readonly<Record<string, { gone: string[]; dropped: string[]; changed: string[] }>> = {
  '93e2108b': { gone: ['job_owners'], dropped: ['users.package_id'], changed: [] },
  '5edaa96d': { gone: [], dropped: LIMITS_AND_FIGURES, changed: [] },
  '1b532fec': { gone: [], dropped: LIMITS_AND_FIGURES, changed: [] },
}

describe.each(Object.keys(CHANGES))('a database that a server of %s has filled', (commit) => {
  let found: Awaited<ReturnType<typeof upgraded>>
  beforeAll(async () => {
    found = await upgraded(commit)
  })
  afterAll(() => found?.joined.stop())

  it('keeps each row and each value', () => {
    const { before, after, lines } = found
    expect(before.size).toBe(lines.length)
    expect(lines.filter((line) => /^(?:users|backtests|algorithm_versions) /.test(line)).length).toBeGreaterThan(5)
    const gone = new Set([...before.keys()].filter((row) => !after.has(row)).map(tableOf))
    const kept = new Map([...before].filter(([row]) => !gone.has(tableOf(row))))
    expect({ gone: [...gone], ...compareRows(kept, after) }).toEqual(CHANGES[commit])
  })

  it('has journals and an audit log that verify, and accounts that follow from their journals', async () => {
    const { joined, before } = found
    const { db } = joined
    const rowsOf = (table: string): number => [...before.keys()].filter((row) => tableOf(row) === table).length
    expect(await verifyJournals(db)).toMatchObject({ faults: [] })
    expect(await verifyAudit(db)).toEqual({ lines: rowsOf('audit_log'), fault: null })
    // The other half of a migration: servers do it before anything else.
    await splitPositions(db)
    const accounts = await db.select().from(schema.tradingAccounts)
    expect(accounts.length).toBeGreaterThan(1)
    for (const { id } of accounts) expect(await verifyAccount(db, id)).toEqual([])
    expect(await db.$count(schema.fills)).toBe(rowsOf('fills'))
  })

  it('has a key of an exchange that opens, where there was one', async () => {
    const { joined, masterKey } = found
    const keys = await joined.db.select().from(schema.exchangeKeys)
    expect(keys).toHaveLength(masterKey === null ? 0 : 1)
    if (masterKey === null) return
    const vault = await openVault(brokersKey(Buffer.from(masterKey, 'base64')))
    const [{ connectionId: row, apiSecret } = { connectionId: '', apiSecret: null }] = keys
    const place = { table: 'exchange_keys', row, column: 'api_secret' }
    const secret = await vault.open(apiSecret ?? new Uint8Array(), place, (bytes) => Buffer.from(bytes).toString())
    expect(secret).toBe('a secret of the fixture')
  })
})
