import { TickReader, type TickRow, TICK_FLAGS } from '@tradeloom/market-data/ticks'
import type pg from 'pg'

/** Rows of the tick log that are no prices. */
const NO_PRICE = TICK_FLAGS.heartbeat | TICK_FLAGS.closed
const MAX_ROWS = 100_000

interface StoredSession {
  readonly status: string
  readonly detail: string | null
  readonly instrument: string
  readonly start: number
  readonly first: number | null
  readonly row: number | null
  readonly asked: number
  readonly intents: number
}

/** What is wrong with a session: its script has counted each price of the log once, and asks what it should. */
export async function miscounted(client: pg.Client, id: string, marketDir: string): Promise<string[]> {
  const session = await read(client, id)
  if (session?.status !== 'Active') return [`session ${id} is ${session?.status}: ${session?.detail}`]
  const { instrument, start, first, row, asked, intents } = session
  if (first === null || row === null) return [`session ${id} has not begun`]
  const problems: string[] = []
  if (asked !== intents) problems.push(`session ${id} has asked ${asked} times and has ${intents} intents`)
  const rows = await new TickReader(marketDir).read(instrument, first, Math.min(MAX_ROWS, row - first + 1))
  const expected = timesOf(rows).filter((time) => time >= start)
  const counted = await countsOf(client, id)
  const at = expected.findIndex((time, n) => counted[n] !== `count ${n + 1} ${time}`)
  if (at >= 0) {
    problems.push(`session ${id} should say "count ${at + 1} ${expected[at]}" and says "${counted[at]}"`)
  } else if (counted.length !== expected.length) {
    problems.push(`session ${id} has counted ${counted.length} prices, the log has ${expected.length}`)
  }
  return problems
}

async function read(client: pg.Client, id: string): Promise<StoredSession | undefined> {
  const { rows } = await client.query<StoredSession>(
    `select s.status, s.status_detail as detail, s.instrument_id as instrument, (b.body->>'start')::float8 as start,
       (b.body->>'firstRow')::float8 as first, p.row_no::float8 as row, p.intent_count as asked,
       (select count(*)::int from intents where session_id = s.id) as intents
     from sessions s left join session_progress p on p.session_id = s.id
       left join session_inputs b on b.session_id = s.id and b.kind = 'START' where s.id = $1`,
    [id],
  )
  return rows[0]
}

async function countsOf(client: pg.Client, id: string): Promise<string[]> {
  const { rows } = await client.query<{ message: string }>(
    `select message from session_logs where session_id = $1 and message like 'count %' order by n`,
    [id],
  )
  return rows.map(({ message }) => message)
}

/** A price that comes late counts as of the newest one before. */
function timesOf(rows: readonly TickRow[]): number[] {
  let newest = 0
  return rows.filter(({ flags }) => (flags & NO_PRICE) === 0).map(({ time }) => (newest = Math.max(newest, time)))
}
