import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runModels } from '@tradeloom/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import { type Database, startDatabase } from './start-database.ts'

/** The migration's statements about run models; its tables already exist. */
const STATEMENTS = ['0003_run_models', '0004_run_tables']
  .flatMap((name) =>
    readFileSync(join(import.meta.dirname, '..', 'migrations', `${name}.sql`), 'utf8').split(
      '--> statement-breakpoint',
    ),
  )
  .filter((statement) => /^UPDATE/m.test(statement))

let folder: string
let database: Database
const versionOf = { userId: newId(), algorithmId: newId(), algorithmVersionId: newId() }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  database = await startDatabase({ dataDir: folder, logger: silentLogger })
  const { userId, algorithmId, algorithmVersionId } = versionOf
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await database.db.insert(schema.users).values({ id: userId, ...person })
  await database.db.insert(schema.algorithms).values({ id: algorithmId, userId, name: 'Old' })
  await database.db.insert(schema.algorithmVersions).values({
    id: algorithmVersionId,
    algorithmId,
    versionNo: 1,
    message: '',
    script: '',
    scriptHash: '',
    externals: [],
  })
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The run models of a row stored with these values, after the migration. */
async function migrated(models: object): Promise<unknown> {
  const id = newId()
  await database.db.insert(schema.backtests).values({
    id,
    ...versionOf,
    instrumentId: 'EURUSD:SIM',
    simulated: true,
    initialBalance: 10_000,
    start: new Date(0),
    end: new Date(1),
    interval: 'M15',
    resolution: 1,
    externals: {},
    models: models as typeof schema.backtests.$inferInsert.models,
    accountCurrency: 'USD',
    seed: 1,
  })
  for (const statement of STATEMENTS) await database.db.execute(statement)
  const rows = await database.db.select().from(schema.backtests)
  return rows.find((row) => row.id === id)?.models
}

const PLAIN = runModels.parse({})

describe('run models of stored backtests', () => {
  it('keep their values in the migration', async () => {
    const old = {
      prices: 'bid',
      path: 'ohlc',
      slippagePips: 0.3,
      commissionPerLot: 7,
      commissionPercent: 0.1,
      commissionMinimum: 1,
    }
    const models = await migrated(old)
    expect(models).toEqual({
      ...PLAIN,
      prices: 'bid',
      path: 'ohlc',
      slippage: { model: 'fixed', pips: 0.3 },
      commission: { ...PLAIN.commission, perLot: 7, percent: 0.1, minimum: 1 },
    })
    expect(runModels.parse(models)).toEqual(models)
  })

  it('get default values where they had none', async () => {
    expect(await migrated({})).toEqual(PLAIN)
  })

  it('stay unchanged when already in the current form', async () => {
    const today = {
      ...PLAIN,
      slippage: { model: 'random', meanPips: 0.2, deviationPips: 0.1 },
      latencyMs: 250,
      spread: { model: 'fixed', pips: 1 },
    }
    expect(await migrated(today)).toEqual(today)
  })
})
