import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Drizzle, schema, verifyAccount, verifyAudit, verifyJournals } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { monthFaults } from '@tradeloom/market-data'
import { sql } from 'drizzle-orm'
import { type Verification, VERIFICATION_FILE } from './backup-record.ts'
import { openRestored } from './open-restored.ts'
import { countRows, rowFaults } from './table-rows.ts'
import { verificationFolder } from './verification-folder.ts'
import { verifyLog } from './verify-log.ts'

/** More say no more. */
const MAX_FAULTS = 50

/**
 * Verifies a backup by restoring it beside the running installation: its database starts, each table has the rows that it had,
 * no index and no page is damaged, journals and audit log are as they were written, accounts are as their journals say, and
 * every month of prices can be read and has the rows of its record.
 * The log that continues it has no gap, and each segment is what was written. What was found is kept with the backup.
 */
export async function verifyBackup(folder: string, now: () => number = Date.now): Promise<Verification> {
  const started = now()
  const dataDir = await verificationFolder()
  try {
    const found = await inspect(folder, dataDir)
    const log = await verifyLog(folder)
    const verification = { at: now(), seconds: (now() - started) / 1000, ...found, log }
    await writeFile(join(folder, VERIFICATION_FILE), `${JSON.stringify(verification, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    return verification
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function inspect(folder: string, dataDir: string): Promise<Omit<Verification, 'at' | 'seconds' | 'log'>> {
  const nothing = { tables: 0, rows: 0, files: 0, journals: 0, auditLines: 0 }
  const opened = await openRestored(folder, dataDir, 'none').catch((error: unknown) => {
    if (error instanceof UserError && error.code === 'damaged-data') return error.text
    throw error
  })
  if (typeof opened === 'string') return { ...nothing, faults: [opened] }
  const { record, database } = opened
  try {
    const { db } = database
    const counts = await countRows(db)
    const expected = record.database.kind === 'embedded' ? record.database.tables : []
    const audit = await verifyAudit(db)
    const journals = await verifyJournals(db)
    const faults = [
      ...opened.faults,
      ...(await monthFaults(join(dataDir, 'market'))),
      ...rowFaults(expected, counts),
      ...(await damagedRelations(db)),
      ...(audit.fault === null ? [] : [`audit log: ${audit.fault}`]),
      ...journals.faults.map(({ accountId, fault }) => `journal of account ${accountId}: ${fault}`),
      ...(await accountFaults(db)),
    ]
    return {
      tables: counts.size,
      rows: [...counts.values()].reduce((sum, { rows }) => sum + rows, 0),
      files: record.files.count,
      journals: journals.journals,
      auditLines: audit.lines,
      faults: faults.slice(0, MAX_FAULTS),
    }
  } finally {
    await database.stop()
  }
}

/** Tables and indexes whose pages contradict each other, by PostgreSQL's own `amcheck`. */
async function damagedRelations(db: Drizzle): Promise<string[]> {
  await db.execute(sql`create extension if not exists amcheck`)
  const found = await db.execute<{ name: string; isIndex: boolean }>(sql`
    select c.oid::regclass::text as name, c.relkind = 'i' as "isIndex"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_am a on a.oid = c.relam
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relpersistence = 'p'
      and (c.relkind = 'r' or (c.relkind = 'i' and a.amname = 'btree'))`)
  const faults: string[] = []
  for (const { name, isIndex } of found.rows) {
    try {
      if (isIndex) await db.execute(sql`select bt_index_check(${name}::regclass, true)`)
      else {
        const { rows } = await db.execute<{ msg: string }>(
          sql`select msg from verify_heapam(${name}::regclass) limit 1`,
        )
        if (rows[0]) faults.push(`table ${name} is damaged: ${rows[0].msg}`)
      }
    } catch (error) {
      const { cause = error } = error as Error
      faults.push(`${isIndex ? 'index' : 'table'} ${name} is damaged: ${cause instanceof Error ? cause.message : ''}`)
    }
  }
  return faults
}

async function accountFaults(db: Drizzle): Promise<string[]> {
  const accounts = await db.select({ id: schema.tradingAccounts.id }).from(schema.tradingAccounts)
  const faults: string[] = []
  for (const { id } of accounts) {
    for (const fault of await verifyAccount(db, id)) faults.push(`account ${id}: ${fault}`)
  }
  return faults
}
