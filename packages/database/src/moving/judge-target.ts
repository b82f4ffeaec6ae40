import { UserError } from '@tradeloom/domain'
import type { Client } from 'pg'
import type { MoveMark } from './move-marks.ts'

const OLDEST_MAJOR = 15

/** @throws {UserError} if it is too old, or this user may not do there what is needed. */
export async function requireUsable(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; name: string; encoding: string; canCreate: boolean }>(`
    select current_setting('server_version_num') as version, current_setting('server_version') as name,
      current_setting('server_encoding') as encoding,
      has_database_privilege(current_database(), 'CREATE') and coalesce((select has_schema_privilege(oid, 'CREATE')
        from pg_namespace where nspname = 'public'), false) as "canCreate"`)
  const { version = '0', name = '', encoding = '', canCreate = false } = rows[0] ?? {}
  if (Number(version) < OLDEST_MAJOR * 10_000) {
    throw new UserError('conflict', `The target is PostgreSQL ${name}: ${OLDEST_MAJOR} or newer is needed`)
  }
  if (encoding !== 'UTF8') throw new UserError('conflict', `The target is encoded in ${encoding}: UTF8 is needed`)
  if (canCreate) return
  throw new UserError(
    'conflict',
    'The user of the target may not create tables there: make it the owner of the database',
  )
}

/**
 * Only an empty database is filled, one that an interrupted move of this installation has left, and the one that this
 * installation has moved away from.
 * @throws {UserError} if it has anything else.
 */
export async function requireOurs(
  client: Client,
  { from, to }: { readonly from: readonly MoveMark[]; readonly to: readonly MoveMark[] },
): Promise<void> {
  const [mark] = to
  if (mark?.state === 'filling' || mark?.state === 'filled') {
    if (from.some((mine) => mine.id === mark.id)) return
    throw new UserError('conflict', 'The target belongs to a move of another installation that has not ended')
  }
  if (mark?.state === 'moved') {
    if (from.some((arrived) => arrived.id === mark.id && arrived.state === 'arrived')) return
    throw new UserError('conflict', 'The target is what another installation has moved away from')
  }
  const found = await client.query<{ name: string }>(`select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname not in ('information_schema', 'tradeloom_move')
      and n.nspname not like 'pg\\_%'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by n.nspname = 'drizzle' desc, 1 limit 1`)
  const [table] = found.rows
  if (!table) return
  const what = table.name.startsWith('drizzle.') ? 'a Tradeloom installation' : `other data, such as ${table.name}`
  throw new UserError('conflict', `The target has ${what}, which is never replaced: create an empty database`)
}

const APPLIED = 'select hash from drizzle.__drizzle_migrations order by created_at, id'

/** @throws {UserError} unless both have the tables of this version of the program. */
export async function requireSameVersion(from: Client, to: Client): Promise<void> {
  const [ours, theirs] = [await hashes(from), await hashes(to)]
  if (ours.length === theirs.length && ours.every((hash, at) => hash === theirs[at])) return
  throw new UserError('conflict', 'The target has the tables of another version of Tradeloom: create an empty database')
}

async function hashes(client: Client): Promise<readonly string[]> {
  return (await client.query<{ hash: string }>(APPLIED)).rows.map(({ hash }) => hash)
}
