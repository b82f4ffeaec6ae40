import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runModels } from '@tradeloom/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import { EVERYBODY } from './schema/list-stamps.ts'
import { type Database, type Drizzle, startDatabase, type Transaction } from './start-database.ts'

const { algorithms, algorithmVersions, backtests, users, versionChecks } = schema

interface StampRow {
  readonly user_id: string
  readonly algorithms: string
  readonly backtests: string
}

let folder: string
let database: Database
let db: Drizzle
/** Ids of two users, an algorithm of each, and a version of the first one. */
let ann: string
let bob: string
let algorithm: string
let version: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  database = await startDatabase({ dataDir: folder, logger: silentLogger })
  db = database.db
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  ann = await addUser()
  bob = await addUser()
  algorithm = await addAlgorithm(ann)
  version = await addVersion(algorithm, 1, false)
})

async function addUser(): Promise<string> {
  const id = newId()
  await db.insert(users).values({ id, name: id, username: id, displayUsername: id, email: `${id}@example.com` })
  return id
}

async function addAlgorithm(userId: string, changes: Partial<typeof algorithms.$inferInsert> = {}): Promise<string> {
  const id = newId()
  await db.insert(algorithms).values({ id, userId, name: 'Averages', ...changes })
  return id
}

async function addVersion(algorithmId: string, versionNo: number, shared: boolean): Promise<string> {
  const id = newId()
  const rest = { message: '', script: '', scriptHash: '', externals: [] }
  await db.insert(algorithmVersions).values({ id, algorithmId, versionNo, shared, ...rest })
  return id
}

async function addBacktest(on: Drizzle | Transaction = db, versionId = version): Promise<string> {
  const id = newId()
  await on.insert(backtests).values({
    id,
    userId: ann,
    algorithmId: algorithm,
    algorithmVersionId: versionId,
    instrumentId: 'EURUSD:TEST',
    simulated: false,
    initialBalance: 10_000,
    start: new Date(0),
    end: new Date(1),
    interval: 'M1',
    resolution: 1,
    externals: {},
    models: runModels.parse({}),
    accountCurrency: 'USD',
    seed: 1,
  })
  return id
}

/** Runs a statement on the row with this id. */
const change = (statement: string, id: string): Promise<unknown> =>
  database.pool.query(`${statement} where id = $1`, [id])

async function stamps(): Promise<Record<string, string | undefined>> {
  const { rows } = await database.pool.query<StampRow>('select * from list_stamps')
  const of = (id: string) => rows.find((row) => row.user_id === id)
  return {
    'ann algorithms': of(ann)?.algorithms,
    'ann backtests': of(ann)?.backtests,
    'bob algorithms': of(bob)?.algorithms,
    'bob backtests': of(bob)?.backtests,
    everybody: of(EVERYBODY)?.algorithms,
  }
}

/** Names of the stamps changed by some work. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await stamps()
  await work()
  const after = await stamps()
  return Object.keys(after).filter((name) => before[name] !== after[name])
}

const OWN = ['ann algorithms', 'ann backtests']

describe('a write of one user', () => {
  it("changes only that user's lists when an algorithm is saved or described", async () => {
    expect(await changedBy(() => addAlgorithm(ann))).toEqual(OWN)
    expect(await changedBy(() => addVersion(algorithm, 2, false))).toEqual(OWN)
    expect(await changedBy(() => change("update algorithms set description = 'x'", algorithm))).toEqual(OWN)
  })

  it('changes the public lists when an algorithm is shared, renamed, changed while shared, or deleted', async () => {
    const seen = [...OWN, 'everybody']
    const set = (what: string) => () => change(`update algorithms set ${what}`, algorithm)
    expect(await changedBy(set('shared = true'))).toEqual(seen)
    expect(await changedBy(set("description = 'y'"))).toEqual(seen)
    expect(await changedBy(() => addVersion(algorithm, 2, true))).toEqual(seen)
    expect(await changedBy(set('shared = false'))).toEqual(seen)
    expect(await changedBy(set("name = 'Other'"))).toEqual(seen)
    expect(await changedBy(() => change('delete from algorithms', algorithm))).toEqual(seen)
  })

  it('changes the counts on algorithms when a backtest is added or deleted, but only the backtests while one runs', async () => {
    let id = ''
    expect(await changedBy(async () => (id = await addBacktest()))).toEqual(OWN)
    expect(await changedBy(() => change('update backtests set progress = 50', id))).toEqual(['ann backtests'])
    expect(await changedBy(() => change('delete from backtests', id))).toEqual(OWN)
  })

  it('changes the public lists when a backtest of a shared version is added', async () => {
    await change('update algorithms set shared = true', algorithm)
    const shared = await addVersion(algorithm, 2, true)
    expect(await changedBy(() => addBacktest(db, shared))).toEqual([...OWN, 'everybody'])
    expect(await changedBy(() => addBacktest())).toEqual(OWN)
  })

  it('changes the algorithms when a check starts and ends', async () => {
    expect(await changedBy(() => db.insert(versionChecks).values({ versionId: version }))).toEqual(['ann algorithms'])
    const end = () => database.pool.query("update version_checks set status = 'done' where version_id = $1", [version])
    expect(await changedBy(end)).toEqual(['ann algorithms'])
  })

  it("changes the lists of a cloned algorithm's owner by the public stamp", async () => {
    let clone = ''
    const add = async () => (clone = await addAlgorithm(bob, { clonedFromAlgorithm: algorithm }))
    expect(await changedBy(add)).toEqual(['bob algorithms', 'bob backtests', 'everybody'])
    expect(await changedBy(() => change('delete from algorithms', algorithm))).toEqual([...OWN, 'everybody'])
    const { rows } = await database.pool.query('select cloned_from_algorithm from algorithms where id = $1', [clone])
    expect(rows).toEqual([{ cloned_from_algorithm: null }])
  })

  it('changes every list that shows a name when the user changes it', async () => {
    const rename = () => change("update users set display_username = 'Ann'", ann)
    expect(await changedBy(rename)).toEqual([...OWN, 'everybody'])
  })
})

describe('transactions', () => {
  it('change a stamp when they commit, not earlier, and not if they roll back', async () => {
    let inside: string[] = []
    const changed = await changedBy(() =>
      db.transaction(async (tx) => {
        inside = await changedBy(() => addBacktest(tx))
      }),
    )
    expect([inside, changed]).toEqual([[], OWN])
    const undone = changedBy(async () => {
      const work = db.transaction(async (tx) => {
        await addBacktest(tx)
        throw new Error('undone')
      })
      await work.catch(() => {})
    })
    expect(await undone).toEqual([])
  })

  it('never leave two states of a list with the same stamp, however many write at once', async () => {
    const states = new Map<string, Set<string>>()
    // One statement sees a single snapshot.
    const state = `select backtests, (select count(*) from backtests where user_id = $1) from list_stamps where user_id = $1`
    const look = async (): Promise<void> => {
      const { rows } = await database.pool.query<{ backtests: string; count: string }>(state, [ann])
      for (const { backtests: stamp, count } of rows) states.set(stamp, (states.get(stamp) ?? new Set()).add(count))
    }
    const write = async (): Promise<void> => {
      await addBacktest()
      await look()
    }
    // On a busy machine most writers of a round look when all have written.
    while (states.size <= 5) await Promise.all(Array.from({ length: 60 }, write))
    expect([...states].filter(([, counts]) => counts.size > 1)).toEqual([])
  })

  it("of users who clone, rename and delete each other's algorithms do not deadlock", async () => {
    const origins = { [ann]: algorithm, [bob]: await addAlgorithm(bob) }
    const act = async (mine: string, other: string, n: number): Promise<void> => {
      const clone = await addAlgorithm(mine, { clonedFromAlgorithm: origins[other] as string })
      await change(`update algorithms set name = 'Name ${n}'`, origins[mine] as string)
      await change('delete from algorithms', clone)
    }
    const rounds = Array.from({ length: 30 }, (_, n) => [act(ann, bob, n), act(bob, ann, n)])
    await expect(Promise.all(rounds.flat())).resolves.toHaveLength(60)
  })
})
