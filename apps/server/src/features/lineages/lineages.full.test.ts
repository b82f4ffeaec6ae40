import { createRandom } from '@tradeloom/domain'
import { type HttpClient, signUp, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create, even, settingsOf, untilEnded } from '../optimizations/optimizations.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const SCRIPT = `const externals = [{ name: 'hold', defaultValue: 3 }]
function onIntervalClose() {
  if (positions.count === 0) buy({ quantity: 1000, stopLossPips: hold, takeProfitPips: hold })
}`
const START = Date.parse(TEST_MARKET.start)
const END = Date.parse(TEST_MARKET.end)
/** Three quarters of the data. */
const SEALED_FROM = new Date(START + Math.floor(((END - START) * 0.75) / 3_600_000) * 3_600_000).toISOString()

interface Owned {
  readonly id: string
  readonly latestVersion: { readonly id: string }
}

let database: TestDatabase
let server: TestServer
let ann: HttpClient
let ben: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  ann = await signUp(server.url, 'ann')
  ben = await signUp(server.url, 'ben')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** Every script differs from all others, unless the test says otherwise. */
const random = createRandom(8)
const script = () => `${SCRIPT}\n// ${random()}`

async function algorithmOf(client: HttpClient, text = script()): Promise<Owned> {
  const { id } = (await client.post('/api/algorithms', { name: 'Sealed' })).json
  await client.post(`/api/algorithms/${id}/versions`, { script: text, message: '' })
  return (await client.get(`/api/algorithm/${id}`)).json
}

const clone = async (client: HttpClient, origin: Owned): Promise<Owned> =>
  (await client.post('/api/algorithms', { clonedFromAlgorithm: origin.id })).json

const start = (client: HttpClient, { id, latestVersion }: Owned, changes: object = {}) =>
  client.post('/api/backtest', {
    algorithmId: id,
    algorithmVersionId: latestVersion.id,
    instrumentId: TEST_MARKET.id,
    start: TEST_MARKET.start,
    end: SEALED_FROM,
    ...changes,
  })

async function run(client: HttpClient, algorithm: Owned, changes: object = {}): Promise<void> {
  const { json, status, text } = await start(client, algorithm, changes)
  expect(status, text).toBe(200)
  const isOver = ({ ended: time }: { ended: string | null }) => time !== null
  const { json: ended } = await client.until(`/api/backtest/${json.id}`, isOver)
  expect(ended).toMatchObject({ status: 'Completed' })
}

const sealOf = async (client: HttpClient, { id }: Owned) => (await client.get(`/api/algorithms/${id}/seal`)).json
const seal = (client: HttpClient, { id }: Owned, sealedFrom = SEALED_FROM) =>
  client.call('PUT', `/api/algorithms/${id}/seal`, { sealedFrom })
const open = (client: HttpClient, { id }: Owned) => client.post(`/api/algorithms/${id}/seal/opening`)
const trialsOf = async (client: HttpClient, algorithm: Owned) => (await sealOf(client, algorithm)).lineageTrials

describe('the trials of a lineage', () => {
  it('are those of versions and clones, each manifest once, and stay when runs and clones are removed', async () => {
    const origin = await algorithmOf(ann)
    await run(ann, origin)
    expect(await trialsOf(ann, origin)).toBe(1)
    await run(ann, origin)
    expect(await trialsOf(ann, origin)).toBe(1)
    await run(ann, origin, { externals: { hold: 5 } })
    const copy = await clone(ann, origin)
    await run(ann, copy, { externals: { hold: 7 } })
    const copyOfCopy = await clone(ann, copy)
    expect(await trialsOf(ann, copyOfCopy)).toBe(3)
    for (const { id } of (await ann.get(`/api/algorithms/${copy.id}/backtests`)).json)
      await ann.call('DELETE', `/api/backtest/${id}`)
    await ann.call('DELETE', `/api/algorithm/${copy.id}`)
    await ann.call('DELETE', `/api/algorithm/${origin.id}`)
    expect((await ann.get(`/api/algorithm/${origin.id}`)).status).toBe(404)
    expect(await trialsOf(ann, copyOfCopy)).toBe(3)
  })

  it('pass to the clone of another user, whose own trials do not come back', async () => {
    const origin = await algorithmOf(ann)
    await run(ann, origin)
    await ann.call('PATCH', `/api/algorithm/${origin.id}`, { shared: true })
    const copy = await clone(ben, origin)
    await run(ben, copy, { externals: { hold: 8 } })
    expect(await trialsOf(ben, copy)).toBe(2)
    expect(await trialsOf(ann, origin)).toBe(1)
  })
})

describe('a backtest that shows no result', () => {
  const ledger = async ({ id }: Owned) =>
    (
      await database.pool.query(
        `select ledger.count, ledger.rated, ledger.mean from trial_ledger ledger
         join algorithm_lineages lineage using (lineage_id) where lineage.algorithm_id = $1 order by recorded_at`,
        [id],
      )
    ).rows

  async function ended(client: HttpClient, algorithm: Owned): Promise<{ id: string; status: string }> {
    const { json, status, text } = await start(client, algorithm)
    expect(status, text).toBe(200)
    const isOver = ({ ended: time }: { ended: string | null }) => time !== null
    return (await client.until(`/api/backtest/${json.id}`, isOver)).json
  }

  it('is a trial without a Sharpe ratio if it ends with an error, also when it is deleted', async () => {
    const text = `${script()}\nfunction onTick() { if (positions.count > 0) throw new Error('equity ' + account.equity) }`
    const origin = await algorithmOf(ann, text)
    const { id, status } = await ended(ann, origin)
    expect(status).toBe('Errored')
    await ann.call('DELETE', `/api/backtest/${id}`)
    expect(await trialsOf(ann, origin)).toBe(1)
    expect(await ledger(origin)).toEqual([{ count: 1, rated: 0, mean: 0 }])
  })

  it('is no trial if its script fails before its first price', async () => {
    const origin = await algorithmOf(ann, `${script()}\nthrow new Error('at its start')`)
    expect((await ended(ann, origin)).status).toBe('Errored')
    expect(await trialsOf(ann, origin)).toBe(0)
  })
})

describe('an optimization', () => {
  it('counts its backtests that ended with an error, except those that failed before their first price', async () => {
    const text = `const externals = [{ name: 'hold', defaultValue: 3 }]
if (hold === 1) throw new Error('at its start')
function onIntervalClose() {
  if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 3 + hold, takeProfitPips: 3 + hold })
  if (hold > 3 && now() > ${END - 5 * 3_600_000}) throw new Error('profit ' + account.equity)
}
// ${random()}`
    const origin = await algorithmOf(ann, text)
    const version = { algorithmId: origin.id, algorithmVersionId: origin.latestVersion.id }
    const { id } = await create(ann, settingsOf(version, { externalsSettings: [even('hold', 1, 6, 6)] }))
    expect((await untilEnded(ann, id)).status).toBe('Completed')
    // Of six, one fails at its start, two are completed and three show their profit in an error.
    expect(await trialsOf(ann, origin)).toBe(5)
    const luck = (await ann.until(`/api/optimisation/${id}/luck`, ({ state }: { state: string }) => state === 'ready'))
      .json
    expect(luck).toMatchObject({ distinctTrials: 5, lineageTrials: 5 })
    await ann.call('DELETE', `/api/optimisation/${id}`)
    expect(await trialsOf(ann, origin)).toBe(5)
  })
})

describe('sealed data', () => {
  it('is refused to every algorithm of the lineage, and to the same script elsewhere, until it is opened', async () => {
    const text = script()
    const origin = await algorithmOf(ann, text)
    const earlier = await clone(ann, origin)
    await run(ann, origin)
    expect((await seal(ann, origin)).json).toMatchObject({ sealedFrom: SEALED_FROM, opened: null, algorithms: 2 })
    const later = await clone(ann, earlier)
    const byHand = await algorithmOf(ann, text)
    await ann.call('DELETE', `/api/algorithm/${earlier.id}`)
    const other = await algorithmOf(ann)
    for (const algorithm of [origin, later, byHand]) {
      const refused = await start(ann, algorithm, { end: TEST_MARKET.end })
      expect([refused.status, refused.json.code]).toEqual([403, 'data-sealed'])
      expect(refused.json.message).toContain(`The data from ${SEALED_FROM.slice(0, 10)} on is sealed`)
      expect((await start(ann, algorithm, { end: null })).status).toBe(403)
    }
    await run(ann, later)
    await run(ann, other, { end: TEST_MARKET.end })
    expect((await open(ann, later)).json).toMatchObject({ openedBy: 'ann', sealedFrom: SEALED_FROM })
    for (const algorithm of [origin, later, byHand]) await run(ann, algorithm, { end: TEST_MARKET.end })
  })

  it('is refused to an exported backtest of the same script, while others may verify it', async () => {
    const text = script()
    const origin = await algorithmOf(ann, text)
    await seal(ann, origin)
    const elsewhere = await algorithmOf(ben, text)
    const { json: queued } = await start(ben, elsewhere, { end: TEST_MARKET.end })
    await ben.until(`/api/backtest/${queued.id}`, ({ ended: time }: { ended: string | null }) => time !== null)
    const { json: file } = await ben.get(`/api/backtest/${queued.id}/report?format=bundle`)
    const refused = await ann.post('/api/verifications', file)
    expect([refused.status, refused.json.code]).toEqual([403, 'data-sealed'])
    expect((await ben.post('/api/verifications', file)).status).toBe(200)
    await open(ann, origin)
    expect((await ann.post('/api/verifications', file)).status).toBe(200)
  })

  it('is opened once, by one of many openings at the same time, which goes on record for good', async () => {
    const origin = await algorithmOf(ann)
    await run(ann, origin)
    const copy = await clone(ann, origin)
    await seal(ann, origin)
    const answers = await Promise.all([origin, copy, origin, copy, copy].map((algorithm) => open(ann, algorithm)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await open(ann, copy)).json.message).toMatch(/^ann opened the sealed data on .* only once$/)
    expect((await seal(ann, copy, TEST_MARKET.end)).status).toBe(409)
    const { rows } = await database.pool.query(
      `select username, lineage_trials, algorithm_version_id, opened_at from seal_openings
       where algorithm_id = any($1)`,
      [[origin.id, copy.id]],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ username: 'ann', lineage_trials: 1 })
    for (const change of ['update seal_openings set username = $1', 'delete from seal_openings where username <> $1'])
      await expect(database.pool.query(change, ['eve'])).rejects.toThrow('never changed')
  })

  it('must be unused when it is sealed, and a seal can only be moved to an earlier time', async () => {
    const origin = await algorithmOf(ann)
    await run(ann, origin, { end: TEST_MARKET.end })
    const copy = await clone(ann, origin)
    expect((await seal(ann, copy)).json.message).toContain('have used the data until')
    expect((await seal(ann, copy, TEST_MARKET.end)).status).toBe(200)
    const later = new Date(END + 86_400_000).toISOString()
    expect((await seal(ann, origin, later)).json.message).toContain('Only an earlier day')
  })

  it('stays sealed when runs and the seal are started at the same time', async () => {
    const origin = await algorithmOf(ann)
    const answers = await Promise.all([
      start(ann, origin, { end: TEST_MARKET.end }),
      seal(ann, origin),
      start(ann, origin, { end: TEST_MARKET.end }),
    ])
    const [one, sealed, other] = answers.map(({ status }) => status)
    if (sealed === 200) expect([one, other]).toEqual([403, 403])
    else expect([one, other]).toContain(200)
  })

  it('of an owner binds the clones of others, who cannot open it', async () => {
    const origin = await algorithmOf(ann)
    await ann.call('PATCH', `/api/algorithm/${origin.id}`, { shared: true })
    const copy = await clone(ben, origin)
    expect((await seal(ben, origin)).status).toBe(404)
    expect((await open(ben, origin)).status).toBe(404)
    expect((await open(ben, copy)).status).toBe(404)
    await seal(ann, origin)
    expect((await start(ben, copy, { end: TEST_MARKET.end })).status).toBe(403)
    expect((await open(ben, copy)).status).toBe(403)
    await open(ann, origin)
    await run(ben, copy, { end: TEST_MARKET.end })
  })
})
