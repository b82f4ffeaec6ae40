import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '@tradeloom/domain'
import { Client, Pool, type PoolConfig } from 'pg'
import { NoDatabaseError } from '../connect-database.ts'
import { takeLock } from '../database-link.ts'
import type { EmbeddedServer } from '../embedded/supervisor.ts'
import { silentLogger } from '../logger.ts'
import { migrateDatabase } from '../migrate.ts'
import { ownDatabase, startOwn } from '../start-database.ts'
import { addressOf, MOVE_LOCK } from './move-marks.ts'

/** A database: the one of `url`, or the embedded one of the data folder. */
export interface Place {
  readonly dataDir: string
  readonly url?: string | undefined
}

/** One of the two databases of a move, held so that nobody else uses it. */
export interface Side {
  readonly client: Client
  /** Without a password. */
  readonly address: string
  /** Makes the tables that it lacks. */
  migrate(): Promise<void>
  /** @throws {UserError} if anybody else is connected. */
  requireAlone(): Promise<void>
  close(): Promise<void>
}

/** What would make the same row another text, and what would end a copy that takes long. */
const SESSION = `set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex';
  set extra_float_digits = 1; set idle_in_transaction_session_timeout = 0; set statement_timeout = 0`
/** The connections of a server that was just stopped or killed are gone as soon as PostgreSQL sees it. */
const ALONE_WAIT_MS = 1500
const ALONE_LOOK_MS = 100
const HANG_UP_MS = 1000

/** An embedded one that is left has to be there; one that is moved to is made. */
export async function openSide(place: Place, role: 'from' | 'to'): Promise<Side> {
  if (place.url !== undefined) return hold(place, { connectionString: place.url }, null)
  if (role === 'from' && !existsSync(join(place.dataDir, 'postgres', 'data', 'PG_VERSION'))) {
    throw new NoDatabaseError(place.dataDir)
  }
  const server = await startOwn({ dataDir: place.dataDir, logger: silentLogger })
  return hold(place, await ownDatabase(server), server)
}

async function hold(place: Place, connection: PoolConfig, server: EmbeddedServer | null): Promise<Side> {
  const client = await connect(connection).catch((error: unknown) => {
    server?.leave()
    throw wordAway(error, place)
  })
  const close = async (): Promise<void> => {
    await hangUp(client)
    await server?.stop()
  }
  if (server && !(await takeLock(client))) {
    await hangUp(client)
    server.leave()
    throw new UserError('conflict', 'Please stop the server first: nobody may write while the database is moved')
  }
  return {
    client,
    address: addressOf(place),
    migrate: async () => {
      const pool = new Pool({ ...connection, max: 1 })
      pool.on('error', () => {})
      await migrateDatabase(pool).finally(() => pool.end())
    },
    requireAlone: () => requireAlone(client),
    close,
  }
}

async function connect(connection: PoolConfig): Promise<Client> {
  const client = new Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  await client.query(SESSION)
  return client
}

/** @throws {UserError} if another move is under way. */
export async function takeMoveLock(client: Client): Promise<void> {
  if (await tryMoveLock(client)) return
  throw new UserError('conflict', 'This database is being moved already')
}

export async function tryMoveLock(client: Client): Promise<boolean> {
  const answer = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [MOVE_LOCK])
  return answer.rows[0]?.held === true
}

async function requireAlone(client: Client): Promise<void> {
  for (const until = Date.now() + ALONE_WAIT_MS; ; await sleep(ALONE_LOOK_MS)) {
    // The kind of others' connections is hidden from those who do not administer the database.
    const { rows } = await client.query<{ others: number }>(`select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
        and coalesce(backend_type, 'client backend') = 'client backend'`)
    const others = rows[0]?.others ?? 0
    if (others === 0) return
    if (Date.now() < until) continue
    throw new UserError(
      'conflict',
      `Please stop all servers first, and whatever else uses the database: it has ${others} other connection(s)`,
    )
  }
}

/** Also of a side that is gone, or has more to say than anybody wants to know. */
async function hangUp(client: Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(HANG_UP_MS, undefined, { ref: false })])
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}

function wordAway(error: unknown, place: Place): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (place.url === undefined) return error
  if (code === '3D000') return new UserError('invalid-input', `${message}: create it first, with its owner`)
  return new UserError('invalid-input', `${addressOf(place)} does not answer: ${message || String(code)}`)
}
