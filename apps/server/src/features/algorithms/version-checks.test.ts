import type { Algorithm, AlgorithmVersionSummary, VersionCheck } from '@tradeloom/contracts'
import { HttpClient, signUp, SocketClient, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { ENGINE_VERSION } from '@tradeloom/engine'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLES } from './samples.ts'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const UNBIASED = `const average = indicators.SMA('M15', 20)
function onIntervalClose(bar) {
  if (average.ready && bar.close > average.value() && positions.count === 0) buy({ quantity: 1000, takeProfitPips: 9, stopLossPips: 9 })
}`
/** Its analysis tries one market after the other. */
const IDLE = 'function onIntervalClose() {}'
/** Its analysis is over with the first bar: for tests that are not about the verdict. */
const BRIEF = 'function onIntervalClose() {\n  throw new Error("over")\n}'
const BRIEF_VERDICT = 'not-verified'
const REPAINTING = `const strength = indicators.RSI('M15', 9)
function onTick() {
  if (strength.ready && positions.count === 0 && strength.forming < 30) buy({ quantity: 1000, takeProfitPips: 9, stopLossPips: 9 })
}`

const FULL = { tags: ['full'] }

let database: TestDatabase
let server: TestServer
let owner: HttpClient
/** Shared by the tests: the first version of each algorithm is analyzed too, for which they would wait. */
let algorithm: Algorithm

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, analyzesVersions: true })
  owner = await signUp(server.url, 'checker')
  algorithm = await create(owner)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

/** Directly in the database, bypassing the server. */
async function query(text: string, ...values: unknown[]): Promise<unknown[]> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as unknown[]
  } finally {
    await client.end()
  }
}

const versionsPath = (id: string) => `/api/algorithms/${id}/versions`

async function create(client: HttpClient): Promise<Algorithm> {
  return (await client.post('/api/algorithms', { name: 'Checked' })).json as Algorithm
}

async function save(client: HttpClient, id: string, script: string): Promise<AlgorithmVersionSummary> {
  const answer = await client.post(versionsPath(id), { script, message: '' })
  expect(answer.status, answer.text).toBe(200)
  return answer.json as AlgorithmVersionSummary
}

/** The newest version once its check has finished. */
async function checked(client: HttpClient, id: string): Promise<VersionCheck> {
  const isDone = ([newest]: AlgorithmVersionSummary[]) => newest?.check?.status === 'done'
  const answer = await client.until(versionsPath(id), isDone as (json: never) => boolean)
  return (answer.json as AlgorithmVersionSummary[])[0]?.check as VersionCheck
}

describe('the look-ahead analysis of a saved version', () => {
  it('runs in the background and finds no bias in an unbiased script', { tags: ['full'] }, async () => {
    const { id } = algorithm
    const saved = await save(owner, id, UNBIASED)
    expect(saved.check).toMatchObject({ status: 'queued', verdict: null })
    const check = await checked(owner, id)
    expect(check).toMatchObject({ status: 'done', verdict: 'unbiased', findings: [] })
    expect(check.reason).toMatch(/^Checked on EURUSD:TEST, 2024-01-08 to 2024-01-12, M15, \d+ entries\.$/)
    expect(check.engineVersion).not.toBeNull()
    expect(check.time).not.toBeNull()
    const listed = (await owner.get('/api/algorithms')).json as Algorithm[]
    expect(listed.find((one) => one.id === id)?.latestVersion?.check).toEqual(check)
  })

  it('uses no sealed data', { tags: ['full'] }, async () => {
    const { id } = await create(owner)
    const sealed = await owner.call('PUT', `/api/algorithms/${id}/seal`, { sealedFrom: '2024-01-11T12:00:00.000Z' })
    expect(sealed.status, sealed.text).toBe(200)
    await save(owner, id, `${UNBIASED}\n// sealed`)
    expect((await checked(owner, id)).reason).toMatch(/^Checked on EURUSD:TEST, 2024-01-\d\d to 2024-01-11, M15/)
  })

  it('names the line that repaints, and notifies the owner over the socket', async () => {
    const socket = await new SocketClient(owner).opened()
    socket.send({ type: 'subscribe', topic: 'algorithms' })
    const { id } = algorithm
    const { id: versionId } = await save(owner, id, REPAINTING)
    const told = await socket.next(
      (message) =>
        message.type === 'event' &&
        message.payload.event === 'version-check' &&
        message.payload.data.versionId === versionId &&
        message.payload.data.check.status === 'done',
    )
    expect(told).toMatchObject({
      topic: 'algorithms',
      payload: { data: { algorithmId: id, check: { verdict: 'repaints', findings: [{ kind: 'repaints', line: 3 }] } } },
    })
    socket.close()
    expect(await checked(owner, id)).toMatchObject({ verdict: 'repaints' })
  })

  it('explains why nothing was verified', { tags: ['full'] }, async () => {
    const { id } = algorithm
    await save(owner, id, IDLE)
    expect(await checked(owner, id)).toMatchObject({
      verdict: 'not-verified',
      reason: expect.stringContaining('no orders'),
    })
    await save(owner, id, 'function onIntervalClose() {\n  throw new Error("broken")\n}')
    expect(await checked(owner, id)).toMatchObject({
      verdict: 'not-verified',
      reason: expect.stringContaining('Line 2, column 9: broken. Correct the script'),
    })
  })

  it('stores any text of a script, and continues with the next version', { tags: ['full'] }, async () => {
    const { id } = algorithm
    const { id: other } = await create(owner)
    const text = String.raw`'a\0b\ud800\u001b', stack: 'algorithm.js:99999999999:99999999999'`
    await save(owner, id, `function onIntervalClose() {\n  throw { name: 'x\\0', message: ${text} }\n}`)
    await save(owner, other, BRIEF)
    expect(await checked(owner, id)).toMatchObject({
      verdict: 'not-verified',
      reason: expect.stringContaining(' x�: a�b��. '),
    })
    expect(await checked(owner, other)).toMatchObject({ verdict: BRIEF_VERDICT })
  })

  it('reports a date filter without calling it a bias, on a market simulated for its dates', FULL, async () => {
    const { id } = algorithm
    await save(
      owner,
      id,
      `if (false) throw new Error()\n${UNBIASED.replace('{', '{ if (bar.time < Date.UTC(2022, 4, 10)) return;')}`,
    )
    const check = await checked(owner, id)
    expect(check).toMatchObject({ verdict: 'unbiased', findings: [] })
    expect(check.reason).toContain('on simulated data, 2022-05-')
    expect(check.reason).toMatch(
      /Line 3: .*No analysis can tell whether they were chosen by looking at the prices of that time\.$/,
    )
  })

  it('reports that the analysis did not finish, without a verdict', { tags: ['full'] }, async () => {
    const { id } = algorithm
    await save(owner, id, 'function onIntervalClose(bar) {\n  for (;;) log(bar.close)\n}')
    expect(await checked(owner, id)).toMatchObject({
      verdict: 'not-verified',
      findings: [],
      reason: expect.stringMatching(/did not finish|log/i),
    })
  })

  it('is done for one user while endless ones of another user are under way', { tags: ['full'] }, async () => {
    const many = await signUp(server.url, 'endless')
    const endless: string[] = []
    for (const { id } of await Promise.all([1, 2, 3, 4, 5].map(() => create(many))))
      endless.push((await save(many, id, 'function onIntervalClose() {\n  for (;;);\n}')).id)
    const underWay = () =>
      query(
        `select version_id from version_checks where status = 'checking' and version_id = any($1) order by 1`,
        endless,
      )
    await expect.poll(async () => (await underWay()).length).toBe(2)
    const before = await underWay()
    const { id } = await create(owner)
    await save(owner, id, BRIEF)
    expect(await checked(owner, id)).toMatchObject({ verdict: BRIEF_VERDICT })
    expect(await underWay()).toEqual(before)
    for (const { id: algorithmId } of (await many.get('/api/algorithms')).json as Algorithm[])
      await many.call('DELETE', `/api/algorithm/${algorithmId}`)
  })

  it('is known for the samples and their clones, without an analysis', async () => {
    const samples = (await owner.get('/public-api/algorithms')).json as Algorithm[]
    expect(samples.length).toBeGreaterThanOrEqual(SAMPLES.length)
    for (const { latestVersion } of samples)
      expect(latestVersion?.check).toMatchObject({ status: 'done', verdict: 'unbiased', engineVersion: ENGINE_VERSION })
    const clone = (await owner.post('/api/algorithms', { clonedFromAlgorithm: samples[0]?.id })).json as Algorithm
    expect(clone.latestVersion?.check).toEqual(samples[0]?.latestVersion?.check)
  })

  it('can be repeated by the owner only', { tags: ['full'] }, async () => {
    const { id } = await create(owner)
    const { id: versionId } = await save(owner, id, BRIEF)
    await checked(owner, id)
    const path = `${versionsPath(id)}/${versionId}/check`
    const other = await signUp(server.url, 'onlooker')
    expect((await other.post(path)).status).toBe(404)
    expect((await new HttpClient(server.url).post(path)).status).toBe(401)
    await owner.call('PATCH', `/api/algorithm/${id}`, { shared: true })
    expect((await other.post(path)).status).toBe(404)
    const shared = (await other.get(`/public-api/algorithms/${id}/versions`)).json as AlgorithmVersionSummary[]
    expect(shared[0]?.check).toMatchObject({ status: 'done', verdict: BRIEF_VERDICT })
    expect((await owner.post(path)).json).toMatchObject({ status: 'queued' })
    expect(await checked(owner, id)).toMatchObject({ verdict: BRIEF_VERDICT })
    expect((await owner.post(`${versionsPath(id)}/not-an-id/check`)).status).toBe(400)
  })

  it('sends nothing to other users over the socket', { tags: ['full'] }, async () => {
    const other = await signUp(server.url, 'listener')
    const socket = await new SocketClient(other).opened()
    socket.send({ type: 'subscribe', topic: 'algorithms' })
    const { id } = algorithm
    await save(owner, id, BRIEF)
    await checked(owner, id)
    const events = socket.messages.filter((message) => message.type === 'event')
    expect(JSON.stringify(events)).not.toContain(id)
    socket.close()
  })

  it(
    'resumes after a restart, and is made only on request if the operator has turned the automatic one off',
    { tags: ['full'] },
    async () => {
      const { id } = algorithm
      const { id: versionId } = await save(owner, id, BRIEF)
      await checked(owner, id)
      await server.stop()
      const half = `update version_checks set status = 'checking', verdict = null where version_id = $1`
      await query(half, versionId)
      // The verdicts of the samples are those of an earlier engine.
      const earlier = `update version_checks set engine_version = 'earlier', verdict = 'not-verified'
        where version_id <> $1 and reason like 'Checked on simulated data%'`
      await query(earlier, versionId)
      const env = { TRADELOOM_AUTO_ANALYSIS: 'off' }
      server = await startTestServer({ databaseUrl: database.url, analyzesVersions: true, env })
      owner = await signUp(server.url, 'late')
      const find = async () =>
        (await query('select status, verdict from version_checks where version_id = $1', versionId))[0]
      await expect.poll(find).toEqual({ status: 'done', verdict: BRIEF_VERDICT })
      for (const { latestVersion } of (await owner.get('/public-api/algorithms')).json as Algorithm[]) {
        if (latestVersion?.check?.reason?.startsWith('Checked on simulated data'))
          expect(latestVersion.check).toMatchObject({ verdict: 'unbiased', engineVersion: ENGINE_VERSION })
      }

      const { id: next } = await create(owner)
      const unchecked = await save(owner, next, BRIEF)
      expect(unchecked.check).toBeNull()
      expect((await owner.post(`${versionsPath(next)}/${unchecked.id}/check`)).json).toMatchObject({
        status: 'queued',
      })
      expect(await checked(owner, next)).toMatchObject({ verdict: BRIEF_VERDICT })
    },
  )
})
