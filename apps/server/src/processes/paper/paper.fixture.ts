import {
  AccountLedger,
  type Database,
  type IntentRow,
  newId,
  newIntent,
  putListings,
  schema,
  type Transaction,
} from '@tradeloom/database'
import { defaultModels, defineInstrument, listInstrument } from '@tradeloom/domain'
import type { IntentPayload, PlacePayload } from '@tradeloom/trading'
import type { TickRow } from '@tradeloom/market-data/ticks'
import { takeLease } from '../../platform/leases/leases.ts'
import { NO_CRASHES } from '../../trading-core/intents/crash-points.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import { PaperAccount } from './paper-account.ts'

const EURUSD = 'EURUSD:SIM'
export const AUDUSD = 'AUDUSD:SIM'
/** Its profits are in pounds. */
export const EURGBP = 'EURGBP:SIM'
/** It charges 0.05% of what takes its price, and 0.02% of what rests, and takes no order of less than 5 dollars. */
export const BTCUSDT = 'BTCUSDT:SIM'

/** The tick log of a test. */
export class MemoryTicks implements TickSource {
  readonly #rows = new Map<string, TickRow[]>()
  /** Reading rows of an instrument takes until then. */
  readonly gates = new Map<string, Promise<void>>()

  /** `age`: how long ago it was received, milliseconds. */
  add(bid: number, { instrumentId = EURUSD, age = 0, flags = 0, spread = 0.0002 } = {}): void {
    const rows = this.#rows.get(instrumentId) ?? []
    const time = Date.now() - age
    const ask = Math.round((bid + spread) * 1e5) / 1e5
    rows.push({ sequence: rows.length, time, receivedAt: time, bid, ask, flags })
    this.#rows.set(instrumentId, rows)
  }

  async last(instrumentId: string): Promise<TickRow | null> {
    return this.#rows.get(instrumentId)?.at(-1) ?? null
  }

  async heardAt(instrumentId: string): Promise<number | null> {
    return this.#rows.get(instrumentId)?.at(-1)?.receivedAt ?? null
  }

  async read(instrumentId: string, from: number, max: number): Promise<readonly TickRow[]> {
    await this.gates.get(instrumentId)
    return this.#rows.get(instrumentId)?.slice(from, from + max) ?? []
  }

  async sequenceAt(instrumentId: string, time: number): Promise<number> {
    const rows = this.#rows.get(instrumentId) ?? []
    const at = rows.findIndex((row) => row.time >= time)
    return at < 0 ? rows.length : at
  }
}

export interface TestAccount {
  readonly userId: string
  readonly accountId: string
}

/** A user with the paper account of every user, and the instrument that the tests trade. */
export async function addAccount({ db, pool }: Pick<Database, 'db' | 'pool'>): Promise<TestAccount> {
  const userId = newId()
  const person = { name: userId, username: userId, displayUsername: userId, email: `${userId}@example.com` }
  await db.insert(schema.users).values({ id: userId, ...person })
  const { rows } = await pool.query<{ id: string }>('select id from trading_accounts where user_id = $1', [userId])
  const listings = [EURUSD, 'GBPUSD:SIM', EURGBP, AUDUSD].map((id) =>
    listInstrument(defineInstrument(id, { simulated: true, calendar: 'always' }), {
      status: 'active',
      tradingOpen: true,
    }),
  )
  const coins = { ...defaultModels().commission, makerPercent: 0.02, takerPercent: 0.05 }
  const charged = { status: 'active', tradingOpen: true, commission: coins, minNotional: 5 } as const
  await putListings(db, [...listings, listInstrument(defineInstrument(BTCUSDT, { simulated: true }), charged)])
  return { userId, accountId: rows[0]?.id ?? '' }
}

/** The work on an account, as of a process that has just started. */
export async function workOn(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { accountId, userId }: TestAccount,
  ticks: TickSource,
  now: () => number = Date.now,
): Promise<PaperAccount> {
  const owner = newId()
  await pool.query('insert into lease_owners (id, host, pid) values ($1, $2, $3)', [owner, '', process.pid])
  await pool.query(`delete from leases where kind = 'account' and key = $1`, [accountId])
  const lease = await db.transaction((tx) => takeLease(tx, { kind: 'account', key: accountId }, owner))
  if (!lease) throw new Error('The account is taken')
  const parts = { db, accountId, userId, lease, ticks, reach: NO_CRASHES, now, onChange: () => undefined }
  const paper = new PaperAccount(parts)
  await paper.wake()
  return paper
}

export const BUY: PlacePayload = {
  kind: 'PLACE',
  instrumentId: EURUSD,
  type: 'MARKET',
  side: 'BUY',
  quantity: 10_000,
  limitPrice: null,
  stopPrice: null,
  timeInForce: 'GTC',
  expiry: null,
  postOnly: false,
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  stopLossDistance: null,
  takeProfitDistance: null,
}

let written = 0

/** Writes an intent as a person's request does, or one of a session. Returns its id. */
export async function write(
  { db }: Pick<Database, 'db'>,
  { userId, accountId }: TestAccount,
  payload: IntentPayload,
  { decidedAt = Date.now(), sessionId = null as string | null } = {},
): Promise<string> {
  const instrumentId = 'instrumentId' in payload ? payload.instrumentId : EURUSD
  const asked = { userId, accountId, instrumentId, payload, installation: 'test', decidedAt }
  const intent = newIntent({ ...asked, ...(sessionId === null ? {} : { sessionId, no: ++written }) })
  await db.transaction(async (tx: Transaction) => {
    const ledger = await AccountLedger.open(tx, accountId)
    await ledger?.record({ kind: 'WRITTEN', intentId: intent.id, rows: [{ table: 'intents', row: intent }] })
  })
  return intent.id
}

export async function intentOf(
  { pool }: Pick<Database, 'pool'>,
  id: string,
): Promise<IntentRow & { venue_id: string }> {
  const { rows } = await pool.query('select * from intents where id = $1', [id])
  return rows[0] as IntentRow & { venue_id: string }
}

export async function rowsOf<Row = Record<string, unknown>>(
  { pool }: Pick<Database, 'pool'>,
  table: string,
  { accountId }: TestAccount,
): Promise<Row[]> {
  const { rows } = await pool.query(`select * from ${table} where account_id = $1`, [accountId])
  return rows as Row[]
}
