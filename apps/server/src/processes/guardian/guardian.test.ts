import { CHANNELS } from '@tradeloom/contracts'
import { verifyAccount } from '@tradeloom/database'
import { readAnswers, requestFlatten } from '@tradeloom/kill-switch'
import { freePort, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BinanceServer } from '../../testing/binance-server.fixture.ts'
import { processesOf, signalProcess } from '../../testing/signal-process.fixture.ts'

const KEY = { apiKey: 'guardedkeyguardedkeyguardedkey', secret: 'guardedsecretguardedsecretguarded' }
const PATIENT = { interval: 20 }
/** Long enough for the guardian to see the loss before it ends. */
const BAN_MS = 8_000
/** Within the time for which the exchange takes a request, and long enough to sell meanwhile. */
const LATE_MS = 2_500

let venue: BinanceServer
let id: string
/** Of the guardian's own door. */
let killPort: number
beforeAll(async () => {
  killPort = await freePort()
  const env = { TRADELOOM_KILL_PORT: String(killPort) }
  venue = await BinanceServer.start([{ ...KEY, balances: { USDT: '200000', BTC: '5' } }], { env })
  await venue.priced()
  // The guardian runs already, and gets its key with a start of its own.
  const [paper] = (await venue.user.get('/api/accounts')).json as { id: string }[]
  await venue.user.call('PUT', `/api/accounts/${paper?.id}/limits`, { dailyLoss: 100 })
  await until(() => processesOf('guardian').length === 1)
  const added = await venue.addKey(KEY.apiKey, KEY.secret)
  expect(added.status, added.text).toBe(200)
  // On a busy machine the key is tried after the answer.
  await until(async () => (await venue.account()) !== undefined)
  id = (await venue.account())?.id ?? ''
})
afterAll(() => venue?.stop())

const coins = (): number => {
  const { free, locked } = venue.lab.accounts.get(KEY.apiKey).balance('BTC')
  return Number(free) + Number(locked)
}
const working = (): number => venue.lab.accounts.get(KEY.apiKey).orders.filter(({ status }) => status === 'NEW').length
const level = async () => (await venue.account())?.level
const limit = (dailyLoss: unknown) => venue.user.call('PUT', `/api/accounts/${id}/limits`, { dailyLoss })
const release = async () => {
  await venue.user.post('/api/confirm-login', { password: 'correct horse' })
  return venue.user.post(`/api/accounts/${id}/release`, { reason: 'Looked at' })
}

/** A position of half a coin at 60,001. */
async function bought(terms: object = {}): Promise<void> {
  const from = new Date()
  venue.quote(60_000)
  // Its processes may be on their way, so that an order waits for too long: it is not sent, or reaches the exchange too late.
  const newest = async () => {
    const placed = `select state, reason from intents where account_id = $1 and payload->>'side' = 'BUY' and decided_at > $2`
    return (await venue.database.pool.query(`${placed} order by id desc limit 1`, [id, from])).rows[0] as
      | { state: string; reason: string | null }
      | undefined
  }
  const sent = async () => {
    const before = await newest()
    const isLate = before?.state === 'UNSENT' || before?.reason?.includes('outside of the recvWindow') === true
    if (before === undefined || isLate) await venue.order({ side: 'BUY', type: 'MARKET', ...terms })
    return before?.state === 'FILLED' ? before.state : before
  }
  await expect.poll(sent, PATIENT).toBe('FILLED')
  await expect.poll(() => venue.open(), PATIENT).toHaveLength(1)
}

/** The same with an order that waits above, and a limit of 1,000. */
async function opened(): Promise<void> {
  await bought()
  expect(await venue.order({ side: 'SELL', type: 'LIMIT', limitPrice: 60_500, quantity: 0.1 })).toMatchObject({
    ok: true,
  })
  await expect.poll(working, PATIENT).toBe(1)
  await limited()
}

/** With a limit of 1,000, and the guardian has seen the position. */
async function limited(): Promise<void> {
  expect((await limit(1_000)).status).toBe(200)
  const reference = () =>
    venue.database.pool.query('select from account_control where account_id = $1 and reference_result is not null', [
      id,
    ])
  await expect.poll(async () => (await reference()).rowCount, PATIENT).toBe(1)
}

it('refuses a daily loss that is no limit', async () => {
  for (const dailyLoss of [0, -1, '5', 1e13, 'NaN']) expect((await limit(dailyLoss)).status).toBe(400)
  expect((await venue.user.call('PUT', `/api/accounts/${id}/limits`, {})).status).toBe(400)
})

it('closes an account down that has lost its limit, while the process of its orders is frozen', async () => {
  await opened()
  expect(signalProcess('brokers', 'SIGSTOP')).toBe(1)
  try {
    venue.quote(57_500)
    await expect.poll(() => [coins(), working()], PATIENT).toEqual([expect.closeTo(5, 3), 0])
  } finally {
    signalProcess('brokers', 'SIGCONT')
  }
  await expect.poll(level, PATIENT).toBe('FLATTEN')
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  expect((await venue.user.get('/api/positions/closed')).json).toMatchObject({
    positions: [{ status: 'CLOSED', detail: 'guardian' }],
  })
  const { rows } = await venue.database.pool.query('select reason from fills order by time desc limit 1')
  expect(rows).toEqual([{ reason: 'closed by the guardian' }])
  // Foreign coins were there before, and stay.
  expect(coins()).toBeGreaterThanOrEqual(4.999)
})

it('takes no order of an account that is closed down, until a person releases it', async () => {
  expect(await venue.order({ side: 'BUY', type: 'MARKET' })).toMatchObject({
    ok: false,
    error: 'The account accepts no new positions (FLATTEN)',
  })
  await venue.database.pool.query("update logins set verified_at = now() - interval '11 minutes'")
  const late = await venue.user.post(`/api/accounts/${id}/release`, { reason: 'Looked at' })
  expect(late).toMatchObject({ status: 403, json: { code: 'recent-login-required' } })
  expect(await level()).toBe('FLATTEN')
  const released = await release()
  expect(released.json, released.text).toMatchObject({ level: 'ACTIVE', dailyLoss: 1_000 })
  expect((await release()).status).toBe(409)
})

it('closes an account down without a database, and says so once it is back', async () => {
  await opened()
  await venue.proxy.away()
  venue.quote(57_500)
  await expect.poll(() => [coins(), working()], PATIENT).toEqual([expect.closeTo(5, 3), 0])
  await venue.proxy.back()
  await expect.poll(level, PATIENT).toBe('FLATTEN')
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  await release()
})

it('closes an account down when a person asks for it, with neither the database nor the process of its orders', async () => {
  await opened()
  await venue.proxy.away()
  expect(signalProcess('brokers', 'SIGSTOP')).toBe(1)
  const { id: request } = requestFlatten(venue.server.dataDir, { accounts: [id], by: 'a person', at: Date.now() })
  const answer = () => readAnswers(venue.server.dataDir, request).flatMap(({ accounts }) => accounts)
  try {
    await expect.poll(() => [coins(), working()], PATIENT).toEqual([expect.closeTo(5, 3), 0])
    await expect.poll(answer, PATIENT).toMatchObject([{ accountId: id, step: 'flat' }])
  } finally {
    signalProcess('brokers', 'SIGCONT')
    await venue.proxy.back()
  }
  await expect.poll(level, PATIENT).toBe('FLATTEN')
  expect(await venue.account()).toMatchObject({ levelReason: 'Closed down by a person' })
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  await release()
  expect(await level()).toBe('ACTIVE')
})

it('closes an account down when a page asks at its own door, with neither the database nor the process of its orders', async () => {
  await opened()
  const { pass, guardian } = (await venue.user.post('/api/kill-pass')).json as { pass: string; guardian: string }
  expect(guardian).toBe(`http://127.0.0.1:${killPort}`)
  await venue.proxy.away()
  expect(signalProcess('brokers', 'SIGSTOP')).toBe(1)
  const before = venue.lab.accounts.get(KEY.apiKey).orders.length
  const request = { pass, id: crypto.randomUUID(), accounts: [id] }
  const ask = async () => (await fetch(`${guardian}/kill`, { method: 'POST', body: JSON.stringify(request) })).status
  const look = async () => {
    const answer = await fetch(`${guardian}/kill?id=${request.id}`, { headers: { 'x-kill-pass': pass } })
    return (await answer.json()) as object
  }
  try {
    expect(await Promise.all([ask(), ask()])).toEqual([202, 202])
    // At the server's door, too.
    expect((await venue.user.post('/kill', request)).status).toBe(202)
    await expect.poll(look, PATIENT).toMatchObject({ accounts: [{ accountId: id, step: 'flat' }] })
    expect([coins(), working()]).toEqual([expect.closeTo(5, 3), 0])
  } finally {
    signalProcess('brokers', 'SIGCONT')
    await venue.proxy.back()
  }
  await expect.poll(level, PATIENT).toBe('FLATTEN')
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  expect(soldSince(before)).toEqual(['FILLED'])
  const recorded = async () =>
    (await venue.database.pool.query('select action from audit_log where object = $1 order by n', [request.id])).rows
  await expect.poll(recorded, PATIENT).toEqual([{ action: 'kill-switch-used' }, { action: 'kill-switch-flat' }])
  await release()
})

it('closes an account down once when it is killed after it has taken the request, whatever has left by then', async () => {
  await opened()
  const { pass, guardian } = (await venue.user.post('/api/kill-pass')).json as { pass: string; guardian: string }
  const before = venue.lab.accounts.get(KEY.apiKey).orders.length
  const request = { pass, id: crypto.randomUUID(), accounts: [id] }
  const asked = await fetch(`${guardian}/kill`, { method: 'POST', body: JSON.stringify(request) })
  expect(signalProcess('guardian')).toBe(1)
  expect(asked.status).toBe(202)
  await expect.poll(() => [coins(), working()], PATIENT).toEqual([expect.closeTo(5, 3), 0])
  await expect.poll(level, PATIENT).toBe('FLATTEN')
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  const look = async () => {
    const answer = await fetch(`${guardian}/kill?id=${request.id}`, { headers: { 'x-kill-pass': pass } })
    return (await answer.json()) as object
  }
  await expect
    .poll(() => look().catch(() => null), PATIENT)
    .toMatchObject({ accounts: [{ accountId: id, step: 'flat' }] })
  expect(soldSince(before)).toEqual(['FILLED'])
  await release()
})

it('sends nothing while the venue bans the server, says so, and closes an account down when the ban ends', async () => {
  await opened()
  // The process of its orders is told; it shares no memory with the guardian.
  venue.lab.faults.add({ when: { request: 'POST /api/v3/order' }, do: '418', ms: BAN_MS })
  expect(await venue.order({ side: 'BUY', type: 'MARKET' })).toMatchObject({ ok: true })
  await expect.poll(() => venue.lab.faults.happened.map((fault) => fault.do), PATIENT).toContain('418')
  const endsAt = venue.lab.clock.now() + BAN_MS
  const from = venue.socket.messages.length
  venue.quote(57_500)
  const told = () => JSON.stringify(venue.socket.messages.slice(from))
  await expect.poll(told, PATIENT).toContain('Binance accepts no requests from this server until')
  await expect.poll(() => [coins(), working()], PATIENT).toEqual([expect.closeTo(5, 3), 0])
  expect(venue.lab.clock.now()).toBeGreaterThanOrEqual(endsAt)
  expect(venue.lab.forbidden).toEqual([])
  await expect.poll(level, PATIENT).toBe('FLATTEN')
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  await release()
})

it('sells a position once when it is killed between canceling and closing, and while it closes', async () => {
  await opened()
  const account = venue.lab.accounts.get(KEY.apiKey)
  const before = account.orders.length
  const deaths: string[] = []
  // The stand-in says so before its answer is out.
  const stop = account.listen((_, event) => {
    const { x, S } = event as { x?: string; S?: string }
    const point = x === 'CANCELED' ? 'canceled' : x === 'TRADE' && S === 'SELL' ? 'sold' : null
    if (point === null || deaths.includes(point)) return
    deaths.push(point)
    for (const pid of processesOf('guardian')) process.kill(pid, 'SIGKILL')
  })
  venue.quote(57_500)
  await expect.poll(() => deaths, PATIENT).toEqual(['canceled', 'sold'])
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  await expect.poll(level, PATIENT).toBe('FLATTEN')
  await expect.poll(() => processesOf('guardian').length, PATIENT).toBe(1)
  stop()
  expect(account.orders.slice(before).map(({ side, status }) => `${side} ${status}`)).toEqual(['SELL FILLED'])
  expect(working()).toBe(0)
  expect(await verifyAccount(venue.database.db, id)).toEqual([])
})

/** A position with a stop, nothing else, and no limit. */
async function guarded(): Promise<{ id: string }> {
  await release()
  await limit(null)
  await bought({ stopLoss: 59_000 })
  await expect.poll(working, PATIENT).toBe(1)
  // The process of orders has heard of it, and is at rest.
  const stops = `select state from intents where account_id = $1 and kind = 'PROTECT' order by id desc limit 1`
  await expect
    .poll(async () => (await venue.database.pool.query(stops, [id])).rows, PATIENT)
    .toEqual([{ state: 'WORKING' }])
  return (await venue.open())[0] as { id: string }
}

const close = (positionId: string, key: string, part: object = {}) =>
  venue.socket.request(CHANNELS.brokers, 'close-position', { key, positionId, ...part })

/** Asks again, as people do, for what had to wait for too long: the frozen process may hold a lock. The key of what is sent. */
async function closes(positionId: string): Promise<string> {
  for (;;) {
    const key = Math.floor(performance.now()).toString(36).padStart(7, '0')
    expect(await close(positionId, key)).toMatchObject({ ok: true })
    await expect.poll(() => intentOf(key), PATIENT).not.toMatchObject({ state: 'WRITTEN' })
    if ((await intentOf(key))?.state !== 'UNSENT') return key
  }
}

/** While it is frozen, the guardian sends what it would send. */
async function whileBrokersIsFrozen<Value>(work: () => Promise<Value>): Promise<Value> {
  expect(signalProcess('brokers', 'SIGSTOP')).toBe(1)
  try {
    return await work()
  } finally {
    signalProcess('brokers', 'SIGCONT')
  }
}

const intentOf = async (key: string) =>
  (await venue.database.pool.query('select state, client_id from intents where ticket_key = $1', [key])).rows[0] as
    | { state: string; client_id: string }
    | undefined
/** How often a request was on the wire. */
const timesSent = async (key: string): Promise<number> => {
  const name = (await intentOf(key))?.client_id
  return venue.lab.orderNames.filter((one) => one === name).length
}
const soldSince = (before: number): string[] =>
  venue.lab.accounts
    .get(KEY.apiKey)
    .orders.slice(before)
    .filter(({ side, type }) => side === 'SELL' && type === 'MARKET')
    .map(({ status }) => status)

it('sends a closing by hand once while the process of orders is frozen, and leaves a part of a guarded position', async () => {
  const position = await guarded()
  const account = venue.lab.accounts.get(KEY.apiKey)
  const before = account.orders.length
  await whileBrokersIsFrozen(async () => {
    expect(await close(position.id, 'bypart1', { quantity: 0.2 })).toMatchObject({ ok: true })
    await closes(position.id)
    await expect.poll(() => [coins(), working()], PATIENT).toEqual([expect.closeTo(5, 2), 0])
  })
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  const { rows: sent } = await venue.database.pool.query(
    `select intents.state, body::jsonb->>'by' as by from intents join journal on journal.intent_id = intents.id
      where intents.account_id = $1 and journal.kind = 'SENDING' and body::jsonb->>'by' is not null`,
    [id],
  )
  expect(sent).toEqual([{ state: 'FILLED', by: 'guardian' }])
  expect(account.orders.slice(before).map(({ side, status }) => `${side} ${status}`)).toEqual(['SELL FILLED'])
  expect(await verifyAccount(venue.database.db, id)).toEqual([])
})

/** Kills the guardian when its order has `event` at the exchange, before the answer is out, and waits for the next one. */
async function killedAt(event: 'CANCELED' | 'TRADE', positionId: string): Promise<string> {
  const owner = "select owner from leases where kind = 'guard' and key = $1"
  const watcher = async () => (await venue.database.pool.query(owner, [id])).rows[0]?.owner as string
  const [before, dead] = [await watcher(), processesOf('guardian')]
  let isKilled = false
  const stop = venue.lab.accounts.get(KEY.apiKey).listen((_, { x }: { x?: string }) => {
    if (isKilled || x !== event) return
    isKilled = true
    for (const pid of dead) process.kill(pid, 'SIGKILL')
  })
  const key = await closes(positionId)
  await expect.poll(() => isKilled, PATIENT).toBe(true)
  await expect.poll(watcher, PATIENT).not.toBe(before)
  stop()
  return key
}

it('sends a closing by hand once when it is killed before the answer', async () => {
  const position = await guarded()
  const before = venue.lab.accounts.get(KEY.apiKey).orders.length
  const key = await whileBrokersIsFrozen(() => killedAt('TRADE', position.id))
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  expect(await intentOf(key)).toMatchObject({ state: 'FILLED' })
  expect([await timesSent(key), soldSince(before)]).toEqual([1, ['FILLED']])
  expect(await verifyAccount(venue.database.db, id)).toEqual([])
})

it(
  'places the stop again of a position that it was about to close by hand when it was killed',
  // The venue may take a request that nobody answers for for twenty seconds.
  { tags: ['full'] },
  async () => {
    const position = await guarded()
    const before = venue.lab.accounts.get(KEY.apiKey).orders.length
    const key = await whileBrokersIsFrozen(() => killedAt('CANCELED', position.id))
    await expect.poll(() => intentOf(key), PATIENT).toMatchObject({ state: 'ABSENT' })
    await expect.poll(working, PATIENT).toBe(1)
    expect([await timesSent(key), soldSince(before)]).toEqual([0, []])
    const again = await closes(position.id)
    await expect.poll(() => venue.open(), PATIENT).toEqual([])
    expect([await timesSent(again), soldSince(before)]).toEqual([1, ['FILLED']])
    expect(await verifyAccount(venue.database.db, id)).toEqual([])
  },
)

/** The limit is lost while a closing by hand is on its way to the exchange. */
async function closesDownMeanwhile(position: { id: string }, during: typeof whileBrokersIsFrozen): Promise<void> {
  await limited()
  const before = venue.lab.accounts.get(KEY.apiKey).orders.length
  venue.lab.faults.add({ when: { request: 'POST /api/v3/order' }, do: 'lateRequest', ms: LATE_MS })
  const key = await during(async () => {
    const sent = await closes(position.id)
    await expect.poll(() => timesSent(sent), PATIENT).toBe(1)
    venue.quote(57_500)
    await expect.poll(level, PATIENT).toBe('FLATTEN')
    await expect.poll(() => soldSince(before).length, PATIENT).toBeGreaterThan(0)
    return sent
  })
  // On a busy machine, it may be too late for the exchange: then the guardian sells.
  const isOver = async () => ['FILLED', 'REJECTED'].includes((await intentOf(key))?.state ?? '')
  await expect.poll(isOver, PATIENT).toBe(true)
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  expect([await timesSent(key), soldSince(before), coins()]).toEqual([1, ['FILLED'], expect.closeTo(5, 2)])
  expect(await verifyAccount(venue.database.db, id)).toEqual([])
  await release()
}

it('closes an account down while a closing by hand is on its way, and sells the position once', async () => {
  await closesDownMeanwhile(await guarded(), (work) => work())
})

it(
  'closes an account down while it sends a closing by hand that was left, and sells the position once',
  // It leaves the closing to the process of orders for some seconds.
  { tags: ['full'] },
  async () => closesDownMeanwhile(await guarded(), whileBrokersIsFrozen),
)

it('closes an account down that has fallen from its highest result, which outlives the process that saw it', async () => {
  await bought()
  const limits = (body: object) => venue.user.call('PUT', `/api/accounts/${id}/limits`, body)
  expect((await limits({ dailyLoss: null, drawdown: 1_000 })).json).toMatchObject({ dailyLoss: null, drawdown: 1_000 })
  const rule = async (name: string) => {
    const { rules } = (await venue.user.get(`/api/accounts/${id}/guard`)).json as { rules: { rule: string }[] }
    return rules.find((one) => one.rule === name)
  }
  const peak = async () => {
    const { rows } = await venue.database.pool.query<{ peak: number | null }>(
      'select peak_result as peak from account_control where account_id = $1',
      [id],
    )
    return rows[0]?.peak ?? -Infinity
  }
  await expect.poll(peak, PATIENT).toBeGreaterThan(-Infinity)
  const before = await peak()
  venue.quote(64_000)
  await expect.poll(peak, PATIENT).toBeGreaterThan(before + 1_990)
  expect(signalProcess('guardian', 'SIGKILL')).toBe(1)
  // It is worth more than it has cost, and has lost 1,800 a coin since then; the fee was paid in coins.
  venue.quote(62_200)
  await expect
    .poll(async () => (await venue.account())?.warnings, PATIENT)
    .toEqual(['Lost 899.10 from the highest result, the limit is 1,000.00'])
  await expect
    .poll(() => rule('drawdown'), PATIENT)
    .toMatchObject({ value: 899.1, limit: 1_000, step: 'FLATTEN', asks: 'WARN', since: expect.any(Number) })
  expect(await level()).toBe('ACTIVE')
  venue.quote(61_900)
  await expect.poll(level, PATIENT).toBe('FLATTEN')
  await expect.poll(() => venue.open(), PATIENT).toEqual([])
  await release()
  await expect.poll(() => rule('drawdown'), PATIENT).toMatchObject({ value: 0, asks: null })
  expect(await verifyAccount(venue.database.db, id)).toEqual([])
})
