import type { Client, Pool, PoolClient } from 'pg'

/** Held on both databases while one is moved to the other. */
export const MOVE_LOCK = 7_236_051

/**
 * What became of a database. `leaving`: a move from here has begun, and until it has ended this is the one in use. `moved`: it is
 * elsewhere. `kept`: it was, and is used here again. `filling`, `filled`: what is moved here is not in use yet. `arrived`: it is.
 */
export type MoveState = 'leaving' | 'moved' | 'kept' | 'filling' | 'filled' | 'arrived'

export interface MoveMark {
  /** Of the move, the same on both sides. */
  readonly id: string
  readonly state: MoveState
  /** The other side, without a password: `postgresql://…`, or `embedded:` and the data folder. */
  readonly other: string
}

type Queried = Pick<Client | Pool | PoolClient, 'query'>

/** The table is made by the first move, before there are others: an empty database is marked before anything is in it. */
const TABLE = `create schema if not exists tradeloom_move;
  create table if not exists tradeloom_move.marks (
    n bigint generated always as identity primary key,
    id uuid not null,
    state text not null,
    other text not null,
    at timestamptz not null default now())`

async function hasMarks(client: Queried): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(`select to_regclass('tradeloom_move.marks') as found`)
  return rows[0]?.found != null
}

/** The newest one first. */
export async function readMarks(client: Queried): Promise<readonly MoveMark[]> {
  if (!(await hasMarks(client))) return []
  return (await client.query<MoveMark>('select id, state, other from tradeloom_move.marks order by n desc')).rows
}

export async function addMark(client: Queried, { id, state, other }: MoveMark): Promise<void> {
  if (!(await hasMarks(client))) await client.query(TABLE)
  await client.query('insert into tradeloom_move.marks (id, state, other) values ($1, $2, $3)', [id, state, other])
}

const EMBEDDED = 'embedded:'

export function addressOf({ dataDir, url }: { readonly dataDir: string; readonly url?: string | undefined }): string {
  if (url === undefined) return `${EMBEDDED}${dataDir}`
  const address = new URL(url)
  const host = address.searchParams.get('host')
  address.password = ''
  address.search = host === null ? '' : `?host=${host}`
  return address.href
}

/** Which settings make a server use it. */
export function settingOf(address: string): string {
  if (!address.startsWith(EMBEDDED)) return `set DATABASE_URL to ${address}, with its password`
  return `remove DATABASE_URL, and keep TRADELOOM_DATA=${address.slice(EMBEDDED.length)}`
}

/**
 * Keeps a database from being used that is not the one in use.
 * @throws {Error} with one line for the operator.
 */
export async function refuseMoved(client: Queried): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())) as held`,
    [MOVE_LOCK],
  )
  if (rows[0]?.held === true) throw new MovedError('This database is being moved: start again once that has ended.')
  const [mark] = await readMarks(client)
  if (mark?.state === 'moved') {
    throw new MovedError(
      `This database has moved: ${settingOf(mark.other)}. ` +
        'To use the old one again, without what has happened since: tradeloom database move --undo',
    )
  }
  if (mark?.state === 'filling' || mark?.state === 'filled') {
    throw new MovedError('A move to this database has not ended: repeat it, or use another database.')
  }
}

/** The database is elsewhere, or on its way. */
export class MovedError extends Error {
  override readonly name = 'MovedError'
}
