import { join } from 'node:path'
import { verifyAccount } from '@tradeloom/database'
import pg from 'pg'
import type { LiveWork } from './live-work.ts'
import type { ManualTrader } from './manual-trader.ts'
import { miscounted } from './session-counts.ts'

const AGAIN_MS = 250
const UNCHANGED = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/**
 * Asks until nothing is wrong, at most so long: what was requested before `settledAt` has ended. What is wrong then, one line
 * each.
 */
export async function auditWithin(work: LiveWork, ms: number, settledAt: Date): Promise<string[]> {
  const deadline = performance.now() + ms
  for (;;) {
    const found = await audit(work, settledAt).catch((error: unknown) => [`it could not be checked: ${String(error)}`])
    if (found.length === 0 || performance.now() > deadline) return found
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

/** As of one moment, while all go on trading. */
async function audit({ traders, sessionIds, installation, database }: LiveWork, settledAt: Date): Promise<string[]> {
  const answered = traders.map((trader) => ({ trader, tickets: [...trader.tickets] }))
  const client = new pg.Client(installation.connection)
  client.on('error', () => undefined)
  const found: string[] = []
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    for (const one of answered) found.push(...(await wrongTickets(client, one)))
    for (const { accountId } of traders) found.push(...(await disagreements(client, accountId, settledAt)))
    for (const id of sessionIds) found.push(...(await miscounted(client, id, join(installation.data, 'market'))))
  } finally {
    await client.end()
  }
  for (const { accountId } of traders) {
    const faults = await database.db.transaction((tx) => verifyAccount(tx, accountId), UNCHANGED)
    found.push(...faults.map((what) => `journal: ${what}`))
  }
  return found
}

/** Each accepted request is one intent; a refused one is none, or one that was never sent. */
async function wrongTickets(
  client: pg.Client,
  { trader, tickets }: { readonly trader: ManualTrader; readonly tickets: ManualTrader['tickets'] },
): Promise<string[]> {
  const { rows } = await client.query<{ key: string; id: string; state: string }>(
    'select ticket_key as key, id, state from intents where user_id = $1 and ticket_key is not null',
    [trader.userId],
  )
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return tickets.flatMap(({ key, intentId, refusal }) => {
    const intents = byKey.get(key) ?? []
    const told = `request ${key}, ${intentId ?? refusal}, is ${JSON.stringify(intents)}`
    if (intentId === null) return intents.every(({ state }) => state === 'DENIED') ? [] : [told]
    const [intent, ...others] = intents
    return intent?.id === intentId && intent.state !== 'DENIED' && others.length === 0 ? [] : [told]
  })
}

/** Requests that hang, and what differs between requests, orders, executions and positions of one account. */
async function disagreements(client: pg.Client, accountId: string, settledAt: Date): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(DISAGREEMENTS, [accountId, settledAt])
  return rows.map(({ what }) => what)
}

const DISAGREEMENTS = `
    with booked as (
      select position_id, side, sum(quantity) as quantity from fills where account_id = $1 group by 1, 2
    ), held as (
      select p.id, p.status, p.quantity, coalesce(opened.quantity, 0) as opened, coalesce(closed.quantity, 0) as closed
      from positions p
      left join booked opened on opened.position_id = p.id
        and opened.side = case p.direction when 'LONG' then 'BUY' else 'SELL' end
      left join booked closed on closed.position_id = p.id
        and closed.side = case p.direction when 'LONG' then 'SELL' else 'BUY' end
      where p.account_id = $1
    ), venue as (
      select id, status, filled, quantity, position_id, intent_id, is_protective, client_id from venue_orders
      where account_id = $1
    )
    select 'intent ' || id || ' is ' || state || ' still' as what from intents
      where account_id = $1 and state in ('WRITTEN', 'SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL')
        and committed_at < $2
    union all
    select 'client id ' || client_id || ' has ' || count(*) || ' orders at the venue' from venue
      where client_id is not null group by client_id having count(*) > 1
    union all
    select 'order ' || v.id || ' has no intent' from venue v left join intents i on i.id = v.intent_id
      where i.id is null and not v.is_protective
    union all
    select 'intent ' || i.id || ' is ' || i.state || ' with ' || i.filled || ', its order has ' || v.filled
      from intents i join venue v on v.intent_id = i.id
      where v.filled <> i.filled or (v.status = 'FILLED') <> (i.state = 'FILLED')
    union all
    select 'intent ' || i.id || ' is filled with ' || i.filled || ', its executions are ' || coalesce(sum(f.quantity), 0)
      from intents i left join fills f on f.intent_id = i.id where i.account_id = $1
      group by i.id having abs(i.filled - coalesce(sum(f.quantity), 0)) > 1e-9
    union all
    select 'intent ' || i.id || ' opened ' || count(distinct f.position_id) || ' positions'
      from intents i join fills f on f.intent_id = i.id where i.account_id = $1
      group by i.id having count(distinct f.position_id) > 1
    union all
    select 'position ' || id || ' is ' || status || ' with ' || quantity || ', executed are ' || opened || ' and ' || closed
      from held
      where abs(opened - closed - case status when 'OPEN' then quantity else 0 end) > 1e-9
    union all
    select 'position ' || h.id || ' opened with ' || h.opened || ', its order has ' || coalesce(v.filled, 0)
      from held h left join venue v on v.id = h.id
      where abs(h.opened - coalesce(v.filled, 0)) > 1e-9
    union all
    select 'order ' || v.id || ' is filled, but has no position' from venue v left join held h on h.id = v.id
      where v.filled > 0 and v.position_id is null and not v.is_protective and h.id is null`
