import { escapeIdentifier, type Client } from 'pg'

/** How the rows of a table are read, the same on both sides. */
export interface TablePlan {
  readonly name: string
  /** Quoted. */
  readonly table: string
  /** Those that are stored, not computed; quoted, separated by commas. */
  readonly columns: string
  /** The primary key, else all columns; the same order wherever it is sorted. */
  readonly order: string
  readonly rows: number
  /** On the disk, without indexes. */
  readonly size: number
}

interface Column {
  readonly name: string
  readonly isText: boolean
  /** Place in the primary key. */
  readonly place: number | null
}

/** Tables of our own; a partition is part of its table. */
const TABLES = `select c.oid, c.relname as name, pg_table_size(c.oid)::text as size
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname collate "C"`

const COLUMNS = `select a.attname as name, a.attcollation <> 0 as "isText",
    array_position(i.indkey::int2[], a.attnum)::int as place
  from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`

export async function readTablePlans(client: Client): Promise<readonly TablePlan[]> {
  const plans: TablePlan[] = []
  const tables = await client.query<{ oid: number; name: string; size: string }>(TABLES)
  for (const { oid, name, size } of tables.rows) {
    const columns = (await client.query<Column>(COLUMNS, [oid])).rows
    const table = `public.${escapeIdentifier(name)}`
    const counted = await client.query<{ rows: string }>(`select count(*)::text as rows from ${table}`)
    plans.push({
      name,
      table,
      columns: columns.map((column) => escapeIdentifier(column.name)).join(', '),
      order: orderOf(columns),
      rows: Number(counted.rows[0]?.rows),
      size: Number(size),
    })
  }
  return plans
}

/** Databases sort texts by their own languages; by their bytes they all do the same. */
function orderOf(columns: readonly Column[]): string {
  const keys = columns.filter(({ place }) => place !== null).toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
  if (keys.length === 0) return columns.map(({ name }) => `${escapeIdentifier(name)}::text collate "C"`).join(', ')
  return keys.map(({ name, isText }) => `${escapeIdentifier(name)}${isText ? ' collate "C"' : ''}`).join(', ')
}

export function readRows({ columns, table, order }: TablePlan): string {
  return `copy (select ${columns} from ${table} order by ${order}) to stdout`
}

export function writeRows({ columns, table }: TablePlan): string {
  return `copy ${table} (${columns}) from stdin`
}
