import { type OptimizationColumns, packOptimizationRows, ROW_STATUSES } from '@tradeloom/contracts'
import type { Drizzle } from '@tradeloom/database'
import { type SQL, sql } from 'drizzle-orm'

/** Messages of errors in one answer: the newest. */
const MAX_ERRORS = 1000
const ERRORED = ROW_STATUSES.indexOf('Errored')

interface Wanted {
  /** Revision. */
  readonly after: number
  readonly limit: number
  readonly axes: number
  readonly objectives: number
}

/**
 * Rows stored or changed after a revision, in that order, as the columns of the contract. PostgreSQL packs each column:
 * 100,000 rows as objects would keep the server busy for more than a second.
 */
export async function readColumns(db: Drizzle, id: string, wanted: Wanted): Promise<OptimizationColumns> {
  const { after, limit, axes, objectives } = wanted
  const columns = { ...INTEGERS, ...FLOATS, ...elements('point', axes), ...elements('objectives', objectives) }
  const packed = Object.entries(columns).map(
    ([name, value]) => sql`string_agg(${value}, ''::bytea order by page.revision) as ${sql.identifier(name)}`,
  )
  // One more than wanted says whether there are more.
  const { rows } = await db.execute(sql`
    select ${sql.join(packed, sql`, `)}
    from (
      select ${sql.raw(STORED.join(', '))} from optimization_rows
      where optimization_id = ${id} and revision > ${after} order by revision limit ${limit + 1}
    ) page`)
  const found = rows[0] ?? {}
  const ints = (name: string): Int32Array => new Int32Array(littleEndian(found[name], 4)).subarray(0, limit)
  const floats = (name: string): Float64Array => new Float64Array(littleEndian(found[name], 8)).subarray(0, limit)
  const status = Uint8Array.from(ints('status'))
  const revision = ints('revision').at(-1) ?? after
  return packOptimizationRows(
    {
      index: Uint32Array.from(ints('index')),
      points: interleaved(Array.from({ length: axes }, (_, axis) => ints(`point${axis}`))),
      status,
      duplicateOf: ints('duplicateOf'),
      positionCount: Uint32Array.from(ints('positionCount')),
      profit: floats('profit'),
      profitPercentage: floats('profitPercentage'),
      maxDrawdown: floats('maxDrawdown'),
      maxDrawdownPercentage: floats('maxDrawdownPercentage'),
      objectives: Array.from({ length: objectives }, (_, place) => floats(`objectives${place}`)),
      violation: floats('violation'),
      sharpe: floats('sharpe'),
      days: Uint32Array.from(ints('days')),
    },
    {
      revision,
      more: littleEndian(found['index'], 4).byteLength / 4 > limit,
      errors: status.includes(ERRORED) ? await errorsOf(db, id, { after, to: revision }) : [],
    },
  )
}

/** What a page reads; sparklines, which are larger than all of it, stay where they are. */
const STORED = [
  'revision',
  'index',
  'point',
  'status',
  'duplicate_of',
  'position_count',
  'profit',
  'profit_percentage',
  'max_drawdown',
  'max_drawdown_percentage',
  'objectives',
  'violation',
  'sharpe',
  'days',
]

const INTEGERS: Readonly<Record<string, SQL>> = {
  revision: sql`int4send(page.revision)`,
  index: sql`int4send(page.index)`,
  status: sql`int4send(page.status::int)`,
  duplicateOf: sql`int4send(coalesce(page.duplicate_of, -1))`,
  positionCount: sql`int4send(coalesce(page.position_count, 0))`,
  days: sql`int4send(page.days)`,
}

const FLOATS: Readonly<Record<string, SQL>> = Object.fromEntries(
  (['profit', 'profitPercentage', 'maxDrawdown', 'maxDrawdownPercentage', 'violation', 'sharpe'] as const).map(
    (name) => {
      const column = sql.identifier(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      return [name, sql`float8send(coalesce(page.${column}, 'NaN'))`]
    },
  ),
)

/** Each place of an array as a column of its own. */
function elements(name: 'point' | 'objectives', count: number): Record<string, SQL> {
  const read = (place: number): SQL => sql.raw(`page.${name}[${place + 1}]`)
  return Object.fromEntries(
    Array.from({ length: count }, (_, place) => [
      `${name}${place}`,
      name === 'point' ? sql`int4send(coalesce(${read(place)}, 0))` : sql`float8send(coalesce(${read(place)}, 'NaN'))`,
    ]),
  )
}

/** PostgreSQL sends numbers with the highest byte first. Null for no rows. */
function littleEndian(value: unknown, size: 4 | 8): ArrayBuffer {
  if (!Buffer.isBuffer(value)) return new ArrayBuffer(0)
  // A copy: the driver's buffer may begin at any byte.
  const bytes = Buffer.from(Uint8Array.from(value).buffer)
  if (size === 4) bytes.swap32()
  else bytes.swap64()
  return bytes.buffer as ArrayBuffer
}

/** Row by row, one position for each axis. */
function interleaved(axes: readonly Int32Array[]): Uint32Array {
  const count = axes[0]?.length ?? 0
  const points = new Uint32Array(count * axes.length)
  for (const [axis, positions] of axes.entries()) {
    for (let row = 0; row < count; row++) points[row * axes.length + axis] = positions[row] as number
  }
  return points
}

async function errorsOf(db: Drizzle, id: string, { after, to }: { readonly after: number; readonly to: number }) {
  const { rows } = await db.execute<{ index: number; message: string }>(sql`
    select index, coalesce(error, '') as message from optimization_rows
    where optimization_id = ${id} and revision > ${after} and revision <= ${to} and status = ${ERRORED}
    order by revision desc limit ${MAX_ERRORS}`)
  return rows.map(({ index, message }) => ({ index, message })).toReversed()
}
