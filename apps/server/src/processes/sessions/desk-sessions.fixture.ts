import { join } from 'node:path'
import { newId, readListings, schema, specHash } from '@tradeloom/database'
import { ENGINE_VERSION } from '@tradeloom/engine'
import { expect } from 'vitest'
import { scriptHash } from '../../features/algorithms/check-script.ts'
import { sessionSpec } from '../../features/sessions/session-spec.ts'
import type { BinanceDesk } from '../brokers/binance-desk.fixture.ts'
import { SupervisedSessions } from './supervised-sessions.ts'

const COIN = 'BTCUSDT:BINANCE'
/** Where tests keep the engine, once it is built. */
const cacheDir = join(import.meta.dirname, '..', '..', '..', '..', '..', '.cache', 'engine')

/** The real process `sessions` of a server, which runs what trades the account of a desk. */
export function openSessions(desk: BinanceDesk): SupervisedSessions {
  const onStart = (): void => undefined
  const sessions = desk.alongside(new SupervisedSessions({ ...desk.parts, cacheDir, sandboxLevel: 'auto', onStart }))
  sessions.wake()
  return sessions
}

/** A session on the account of a desk, which has begun. Returns its id. */
export async function startSession(desk: BinanceDesk, script: string): Promise<string> {
  const { db } = desk.database
  const { userId, accountId: brokerAccountId, connectionId: brokerConnectionId } = desk
  // Those of earlier desks.
  await db.update(schema.sessions).set({ status: 'Stopped' })
  const listings = await readListings(db)
  const instrument = listings.find((one) => one.id === COIN)
  if (!instrument) throw new Error(`${COIN} is not listed`)
  const chosen = { interval: 'M1', externals: {}, initialBalance: 200_000 } as const
  const more = { accountCurrency: 'USDT', start: Date.now(), model: 'spot', seed: 1, sources: [] } as const
  const spec = await sessionSpec({ ...chosen, ...more, instrument }, listings)
  const hash = scriptHash(script)
  const [id, algorithmId, algorithmVersionId] = [newId(), newId(), newId()]
  await db.insert(schema.algorithms).values({ id: algorithmId, userId, name: 'Steps' })
  const version = { script, scriptHash: hash, externals: [], versionNo: 1, message: 'test' }
  await db.insert(schema.algorithmVersions).values({ id: algorithmVersionId, algorithmId, ...version })
  const named = { id, userId, algorithmId, algorithmVersionId, algorithmName: 'Steps', instrumentId: COIN }
  const begins = { brokerAccountId, brokerConnectionId, spec, specHash: specHash(spec, hash) }
  await db.insert(schema.sessions).values({ ...named, ...chosen, ...begins, engineVersion: ENGINE_VERSION })
  await expect.poll(() => linesOf(desk, id)).toContain('Started')
  return id
}

/** What a session has logged. */
export async function linesOf(desk: BinanceDesk, id: string): Promise<string[]> {
  const query = 'select message from session_logs where session_id = $1 order by n'
  const { rows } = await desk.database.pool.query<{ message: string }>(query, [id])
  return rows.map(({ message }) => message)
}
