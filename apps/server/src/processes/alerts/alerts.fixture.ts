import { type Database, newId, putListings, schema } from '@tradeloom/database'
import { defineInstrument, listInstrument } from '@tradeloom/domain'
import { type AlertTerms, NEW_ALERT_STATE } from '@tradeloom/domain/alerts'

export const EURUSD = 'EURUSD:SIM'

export const CROSSES: AlertTerms = {
  instrumentId: EURUSD,
  value: { kind: 'bid' },
  direction: 'crosses',
  against: 1.1,
  fires: 'every',
  interval: null,
}

/** A user, and the instrument that alerts of tests watch. */
export async function addUser({ db }: Pick<Database, 'db'>): Promise<string> {
  const id = newId()
  const person = { name: id, username: id, displayUsername: id, email: `${id}@example.com` }
  await db.insert(schema.users).values({ id, ...person })
  const instrument = defineInstrument(EURUSD, { simulated: true, calendar: 'always' })
  await putListings(db, [listInstrument(instrument, { status: 'active', tradingOpen: true })])
  return id
}

/** An alert that judges all rows; returns its id. */
export async function addAlert({ db }: Pick<Database, 'db'>, userId: string, terms: AlertTerms): Promise<string> {
  const id = newId()
  const { instrumentId } = terms
  await db.insert(schema.alerts).values({ id, userId, instrumentId, terms, nextRow: 0, state: NEW_ALERT_STATE })
  return id
}

export async function alertOf({ pool }: Pick<Database, 'pool'>, id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query('select *, next_row::float8 as next_row from alerts where id = $1', [id])
  return rows[0] as Record<string, unknown>
}

/** The texts of the notifications of an alert, oldest first. */
export async function toldOf({ pool }: Pick<Database, 'pool'>, id: string): Promise<string[]> {
  const query = 'select body from notifications where object = $1 order by at, id'
  const { rows } = await pool.query<{ body: string }>(query, [`alert:${id}`])
  return rows.map(({ body }) => body)
}
