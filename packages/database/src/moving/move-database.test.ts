import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { recordAudit } from '../audit/record-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { connectDatabase } from '../connect-database.ts'
import { type EmbeddedServer, startEmbedded } from '../embedded/supervisor.ts'
import { AccountLedger } from '../ledger/account-ledger.ts'
import { newIntent } from '../ledger/new-intent.ts'
import { verifyJournals } from '../ledger/verify-journals.ts'
import { silentLogger } from '../logger.ts'
import { newId } from '../new-id.ts'
import { schema } from '../schema.ts'
import { type Database, startDatabase } from '../start-database.ts'
import { moveDatabase, type MoveResult, undoMove } from './move-database.ts'
import { addMark } from './move-marks.ts'
import type { Place } from './move-side.ts'

const ROWS = 3000

let folder: string
let server: EmbeddedServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-move-'))
  chmodSync(folder, 0o755)
  server = await startEmbedded(join(folder, 'postgres'), silentLogger, { fsync: 'off' })
  await at('postgres', 'create database seeded')
  const database = await open({ dataDir: '', url: urlOf('seeded') })
  await fillIn(database)
  await database.stop()
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
let [from, to]: [Place, Place] = [{ dataDir: '' }, { dataDir: '' }]
beforeEach(async () => {
  from = await createDatabase('template seeded')
  to = await createDatabase()
})
afterEach(async () => {
  for (let n = 1; n <= count; n++) await at('postgres', `drop database if exists moved_${n} with (force)`)
})

async function createDatabase(options = ''): Promise<Place & { readonly url: string }> {
  const name = `moved_${++count}`
  await at('postgres', `create database ${name} ${options}`)
  return { dataDir: folder, url: urlOf(name) }
}

function urlOf(name: string, { user, password } = server.connection): string {
  const { host, port } = server.connection
  return `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${name}`
}

const nameOf = ({ url = '' }: Place): string => /\w+$/.exec(url)?.[0] ?? ''

async function at(database: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...server.connection, database })
  await client.connect()
  try {
    return (await client.query(statement)).rows ?? []
  } finally {
    await client.end()
  }
}

/** PostgreSQL ends the sessions, and their locks, of a client that was killed when it notices. */
async function connectionsHaveEnded(): Promise<void> {
  const names = `'${nameOf(from)}', '${nameOf(to)}'`
  await expect.poll(() => at('postgres', `select pid from pg_stat_activity where datname in (${names})`)).toEqual([])
}

const open = ({ url }: Place): Promise<Database> => startDatabase({ dataDir: '', url, logger: silentLogger })

/** A user with an account that has a journal, texts that sort by language, all kinds of bytes, and lines of the audit log. */
async function fillIn({ db, pool }: Database): Promise<void> {
  const userId = newId()
  const person = { name: 'ann\t\\N\n"é', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await db.insert(schema.users).values({ id: userId, ...person })
  await pool.query(`insert into configurations (user_id, path, value)
    select '${userId}', (array['a','B','ä','Z','_'])[n % 5 + 1] || n, jsonb_build_object('n', n, 'text', repeat('x', 200))
    from generate_series(1, ${ROWS}) n`)
  const [account] = await db.select({ id: schema.tradingAccounts.id }).from(schema.tradingAccounts)
  const accountId = account?.id ?? ''
  const payload = { kind: 'PLACE', side: 'BUY', type: 'MARKET', quantity: 1 } as never
  const of = { accountId, userId, instrumentId: 'BTCUSDT:BINANCE', installation: 'test', decidedAt: 1 }
  const row = newIntent({ ...of, payload })
  await db.transaction(async (tx) => {
    const ledger = await AccountLedger.open(tx, accountId)
    await ledger?.record({ kind: 'WRITTEN', intentId: row.id, rows: [{ table: 'intents', row }] })
  })
  await pool.query(`select nextval('lease_epochs'), nextval('lease_epochs')`)
  for (const action of ['one', 'two']) {
    await recordAudit(db, { actor: userId, via: 'web', address: null, action, object: null, detail: {} })
  }
}

async function verify(place: Place): Promise<void> {
  const { db, pool, stop } = await open(place)
  try {
    expect(await db.$count(schema.configurations)).toBe(ROWS)
    expect(await verifyAudit(db)).toMatchObject({ fault: null })
    expect(await verifyJournals(db)).toEqual({ journals: 1, faults: [] })
    const { rows } = await pool.query(`select last_value::int as last, is_called as called from lease_epochs`)
    expect(rows).toEqual([{ last: 2, called: true }])
    const disabled = await pool.query(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`)
    expect(disabled.rows).toEqual([])
    // Foreign keys and triggers are in force.
    await expect(pool.query(`delete from audit_log`)).rejects.toThrow()
    await expect(
      pool.query(`insert into configurations (user_id, path, value) values ('${newId()}', 'a', '1')`),
    ).rejects.toThrow()
  } finally {
    await stop()
  }
}

const keys = (name: string): Promise<Record<string, unknown>[]> =>
  at(
    name,
    `select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d from pg_constraint
    where contype in ('f', 'p') and connamespace = 'public'::regnamespace order by 1, 2`,
  )

describe('a move', () => {
  it('takes everything along, opens the new database and closes the old one', async () => {
    const before = await keys(nameOf(from))
    const moved = await moveDatabase({ from, to })
    for (const table of moved.tables) expect(table.to, table.name).toEqual(table.from)
    expect(moved.tables.find(({ name }) => name === 'configurations')?.to).toMatchObject({ rows: ROWS })
    expect(moved.tables.length).toBeGreaterThan(50)
    expect(moved.to).not.toContain(encodeURIComponent(server.connection.password))
    await verify(to)
    expect(await keys(nameOf(to))).toEqual(before)
    await expect(open(from)).rejects.toThrow(
      /^This database has moved: set DATABASE_URL to postgresql:.*\/moved_\d+, with/,
    )
    await expect(connectDatabase({ ...from, logger: silentLogger })).rejects.toThrow('has moved')
    await expect(moveDatabase({ from, to })).rejects.toThrow('already')
    await expect(moveDatabase({ from, to: await createDatabase() })).rejects.toThrow('already')
  })

  it('goes back to the old database, which is replaced, and there again', async () => {
    await moveDatabase({ from, to })
    const database = await open(to)
    await database.pool.query(`update users set name = 'changed'`)
    await database.stop()
    await moveDatabase({ from: to, to: from })
    await verify(from)
    expect(await at(nameOf(from), 'select name from users')).toEqual([{ name: 'changed' }])
    await expect(open(to)).rejects.toThrow('has moved')
    await moveDatabase({ from, to })
    await verify(to)
  })

  it('is undone by a flag', async () => {
    await expect(undoMove(from)).rejects.toThrow('has not moved')
    await moveDatabase({ from, to })
    await undoMove(from)
    await verify(from)
    // Both are in use now: neither replaces the other.
    await expect(moveDatabase({ from, to })).rejects.toThrow('has a Tradeloom installation')
  })
})

describe('a move that is interrupted', () => {
  const POINTS =
    inject('lane') === 'full'
      ? [
          'held',
          'leaving',
          'marked',
          'migrated',
          'copying 0',
          'copying 0.5',
          'comparing 0.5',
          'compared',
          'filled',
          'moved',
        ]
      : ['copying 0.5', 'filled', 'moved']

  it('by a kill anywhere leaves the old database in use until it has moved, and is repeated', async () => {
    for (const point of POINTS) {
      const argument = JSON.stringify({ request: { from, to }, at: point })
      const child = spawn(process.execPath, [join(import.meta.dirname, 'move-once.fixture.ts'), argument])
      expect(await once(child, 'exit'), point).toEqual([null, 'SIGKILL'])
      await connectionsHaveEnded()
      if (point !== 'moved') await verify(from)
      else await expect(open(from)).rejects.toThrow('has moved')
      if (point !== 'held' && point !== 'leaving') await expect(open(to), point).rejects.toThrow('has not ended')
    }
    expect((await moveDatabase({ from, to })).tables).toEqual([])
    await verify(to)
  })

  it('by the loss of the target is repeated', async () => {
    let isCut = false
    const cut = moveDatabase({
      from,
      to,
      onProgress: ({ step, done }) => {
        if (step !== 'copying' || done < 0.3 || isCut) return
        isCut = true
        void at('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(to)}'`)
      },
    })
    await expect(cut).rejects.toThrow()
    await verify(from)
    await moveDatabase({ from, to })
    await verify(to)
  })

  it('by a full disk leaves the target as it was, and is repeated', async () => {
    const stop = new Error('stopped here')
    const stopped = moveDatabase({
      from,
      to,
      onStep: (step) => {
        if (step === 'migrated') throw stop
      },
    })
    await expect(stopped).rejects.toBe(stop)
    // PostgreSQL's own answer where a row needs room that there is not.
    await at(
      nameOf(to),
      `create function no_space() returns boolean language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      alter table users add constraint full_disk check (no_space())`,
    )
    await expect(moveDatabase({ from, to })).rejects.toMatchObject({ code: '53100' })
    await verify(from)
    expect(await at(nameOf(to), 'select count(*)::int as n from configurations')).toEqual([{ n: 0 }])
    await at(nameOf(to), 'drop function no_space() cascade')
    await moveDatabase({ from, to })
    await verify(to)
  })
})

describe('a move is refused', () => {
  const refused = (text: string, request: { from: Place; to: Place } = { from, to }): Promise<void> =>
    expect(moveDatabase(request)).rejects.toThrow(text)

  it('while anybody uses one of the two databases', async () => {
    for (const place of [from, to]) {
      const client = new Client({ connectionString: place.url })
      await client.connect()
      await refused('1 other connection(s)')
      await client.end()
    }
    await verify(from)
  })

  it('while another one is under way, and a server does not start', async () => {
    const [third, others]: [Place, Promise<void>[]] = [await createDatabase(), []]
    await (await open(third)).stop()
    const meanwhile = async (): Promise<void> => {
      await refused('is being moved already')
      await refused('under way', { from: third, to })
      await expect(connectDatabase({ ...from, logger: silentLogger })).rejects.toThrow('is being moved')
    }
    const moving = moveDatabase({ from, to, onStep: (step) => void (step === 'marked' && others.push(meanwhile())) })
    await Promise.allSettled([moving])
    await Promise.all(others)
    expect(others).toHaveLength(1)
  })

  it('to the same database, to one that is missing, and to one that does not answer', async () => {
    await refused('is the same database', { from, to: { dataDir: '', url: `${from.url}?application_name=x` } })
    await refused('create it first', { from, to: { dataDir: '', url: urlOf('missing') } })
    const nobody = 'postgresql://ann:secret@127.0.0.1:1/tradeloom'
    await refused('postgresql://ann@127.0.0.1:1/tradeloom does not answer', { from, to: { dataDir: '', url: nobody } })
    await verify(from)
  })

  it("to somebody's data, to another installation, and to what another one is being moved to", async () => {
    await at(nameOf(to), 'create table theirs (n int)')
    await refused('has other data, such as theirs')
    const other = await createDatabase()
    await (await open(other)).stop()
    await refused('has a Tradeloom installation', { from, to: other })
    const [foreign, left] = [await createDatabase(), await createDatabase()]
    for (const [place, state] of [
      [foreign, 'filled'],
      [left, 'moved'],
    ] as const) {
      const client = new Client({ connectionString: place.url })
      await client.connect()
      await addMark(client, { id: newId(), state, other: 'postgresql://elsewhere/x' })
      await client.end()
      await refused('another installation', { from, to: place })
    }
    await verify(from)
  })

  it('to one of another version of the program', async () => {
    await moveDatabase({ from, to })
    await at(nameOf(from), `update drizzle.__drizzle_migrations set hash = 'of another one' where id = 1`)
    await refused('another version', { from: to, to: from })
    await verify(to)
  })

  it('from one of a newer version of the program', async () => {
    await at(nameOf(from), `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9e12)`)
    await refused('The database is of a newer Tradeloom')
  })

  it('to one without rights, or in another encoding', async () => {
    await at('postgres', `create role guest login password 'guest'`)
    await refused('may not create tables', {
      from,
      to: { dataDir: '', url: urlOf(nameOf(to), { user: 'guest', password: 'guest' } as never) },
    })
    const latin = await createDatabase(`encoding 'LATIN1' locale 'C' template template0`)
    await refused('UTF8 is needed', { from, to: latin })
    await verify(from)
  })
})

describe('an owner of the database who does not administer PostgreSQL', () => {
  it('can do it all', async () => {
    await at('postgres', `create role owner login password 'owner'`)
    const target = await createDatabase('owner owner')
    const url = urlOf(nameOf(target), { user: 'owner', password: 'owner' } as never)
    const moved: MoveResult = await moveDatabase({ from, to: { dataDir: '', url } })
    expect(moved.tables.length).toBeGreaterThan(50)
    await verify({ dataDir: '', url })
  })
})
