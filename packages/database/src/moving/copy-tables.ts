import { createHash } from 'node:crypto'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserError } from '@tradeloom/domain'
import { type Client, escapeIdentifier } from 'pg'
import { CopyIn, CopyOut } from './copy-streams.ts'
import { readRows, type TablePlan, writeRows } from './table-plans.ts'

export interface MoveProgress {
  readonly step: 'copying' | 'comparing'
  readonly table: string
  /** Of all tables until now. */
  readonly bytes: number
  /** From 0 to 1. */
  readonly done: number
}

/** What one side has of a table. */
export interface Content {
  readonly rows: number
  readonly bytes: number
  readonly md5: string
}

export interface MovedTable {
  readonly name: string
  readonly from: Content
  readonly to: Content
}

interface Constraint {
  readonly table: string
  readonly name: string
  readonly definition: string
}

type Report = (progress: MoveProgress) => void

/**
 * Copies everything inside a transaction of the target that the caller commits: until then it is as it was.
 * @throws {UserError} if both sides differ afterward.
 */
export async function copyTables(
  from: Client,
  to: Client,
  plans: readonly TablePlan[],
  report: Report,
): Promise<readonly MovedTable[]> {
  const constraints = await prepare(to, plans)
  const meter = new Meter(plans, report)
  const copied = new Map<string, Content>()
  for (const plan of plans) {
    const rows = new CopyIn(writeRows(plan))
    copied.set(plan.name, await send(from, plan, to.query(rows), meter.of('copying', plan)))
  }
  await finish(from, to, plans, constraints)
  meter.expect([...copied.values()].reduce((sum, { bytes }) => sum + bytes, 0))
  const tables: MovedTable[] = []
  for (const plan of plans) {
    const found = await send(to, plan, new Writable({ write: (_, __, done) => done() }), meter.of('comparing', plan))
    tables.push({ name: plan.name, from: copied.get(plan.name) as Content, to: found })
  }
  const different = tables.find((table) => table.from.md5 !== table.to.md5 || table.from.rows !== table.to.rows)
  if (!different) return tables
  throw new UserError('damaged-data', `The table ${different.name} is not the same on both sides: nothing was moved`)
}

/** Rows arrive in the order of the tables' names, and their triggers have run when they were written. */
async function prepare(to: Client, plans: readonly TablePlan[]): Promise<readonly Constraint[]> {
  const { rows } = await to.query<Constraint>(`select conrelid::regclass::text as table, conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  for (const { table, name } of rows) await to.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  for (const { table } of plans) await to.query(`alter table ${table} disable trigger user`)
  if (plans.length > 0) await to.query(`truncate ${plans.map(({ table }) => table).join(', ')}`)
  return rows
}

/** Foreign keys are checked again as they are added. */
async function finish(
  from: Client,
  to: Client,
  plans: readonly TablePlan[],
  constraints: readonly Constraint[],
): Promise<void> {
  for (const { table, name, definition } of constraints) {
    await to.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
  }
  for (const { table } of plans) await to.query(`alter table ${table} enable trigger user`)
  const sequences = await from.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of sequences.rows) {
    const state = await from.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    )
    await to.query('select setval($1::regclass, $2::bigint, $3)', [name, state.rows[0]?.last, state.rows[0]?.called])
  }
}

async function send(from: Client, plan: TablePlan, sink: Writable, tell: Tell): Promise<Content> {
  const source = from.query(new CopyOut(readRows(plan)))
  const hash = createHash('md5')
  let bytes = 0
  const counter = new Transform({
    highWaterMark: 256 * 1024,
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      tell(chunk.length, source.rows)
      done(null, chunk)
    },
  })
  await pipeline(source, counter, sink)
  return { rows: source.rows, bytes, md5: hash.digest('hex') }
}

type Tell = (bytes: number, rows: number) => void

/** While rows are copied, the share is estimated from what the tables need on the disk; then their bytes are known. */
class Meter {
  readonly #report: Report
  readonly #size: number
  #before = 0
  #bytes = 0
  #expected: number | null = null

  constructor(plans: readonly TablePlan[], report: Report) {
    this.#report = report
    this.#size = plans.reduce((sum, { size }) => sum + size, 0)
  }

  expect(bytes: number): void {
    this.#expected = bytes
    this.#bytes = 0
  }

  of(step: MoveProgress['step'], { name: table, rows: all, size }: TablePlan): Tell {
    const before = this.#before
    this.#before += size
    this.#report({ step, table, bytes: this.#bytes, done: this.#share(before) })
    return (bytes, rows) => {
      this.#bytes += bytes
      const done = this.#share(before + size * Math.min(1, rows / Math.max(1, all)))
      this.#report({ step, table, bytes: this.#bytes, done })
    }
  }

  #share(size: number): number {
    return this.#expected === null ? size / Math.max(1, this.#size) : this.#bytes / Math.max(1, this.#expected)
  }
}
