import { HttpClient, signUp, SocketClient, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const IDLE = 'function onIntervalClose() {}'

let database: TestDatabase
let server: TestServer
let alice: HttpClient
let bob: HttpClient
let visitor: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  alice = await signUp(server.url, 'alice')
  bob = await signUp(server.url, 'bob')
  visitor = new HttpClient(server.url)
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

interface Made {
  readonly id: string
  readonly latestVersion: { readonly id: string }
}
let algorithm: Made
beforeEach(async () => {
  algorithm = (await alice.post('/api/algorithms', { name: 'Secret plan', template: 'blank' })).json as Made
})

const patch = async (client: HttpClient, path: string, body: object) => {
  const answer = await client.call('PATCH', path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const save = async (message: string, body: object = {}) => {
  const answer = await alice.post(`/api/algorithms/${algorithm.id}/versions`, { script: IDLE, message, ...body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json as { id: string; displayVersionNo: string }
}
const share = (body: object = { shared: true }) => patch(alice, `/api/algorithm/${algorithm.id}`, body)
const shareVersion = (versionId: string, shared: boolean) =>
  patch(alice, `/api/algorithms/${algorithm.id}/versions/${versionId}`, { shared })
const numbers = async (client: HttpClient) =>
  ((await client.get(`/public-api/algorithms/${algorithm.id}/versions`)).json as { displayVersionNo: string }[]).map(
    ({ displayVersionNo }) => displayVersionNo,
  )
const clone = async () => (await bob.post('/api/algorithms', { clonedFromAlgorithm: algorithm.id })).json

describe('the origin of a clone', () => {
  it('is named while it is shared, with the version that others know and whether there is a newer one', async () => {
    await save('two')
    await share()
    const copy = await clone()
    expect(copy).toMatchObject({
      name: 'Copy of Secret plan',
      clonedFromName: 'Secret plan',
      clonedFromAlgorithm: algorithm.id,
      clonedFromVersionNo: 'v1',
      hasNewerOrigin: false,
    })
    const three = await save('three')
    expect((await bob.get(`/api/algorithm/${copy.id}`)).json.hasNewerOrigin).toBe(false)
    await shareVersion(three.id, true)
    expect((await bob.get(`/api/algorithm/${copy.id}`)).json.hasNewerOrigin).toBe(true)
  })

  it('is hidden from everybody but its owner when it is not shared any more', async () => {
    await share()
    const copy = await clone()
    await patch(bob, `/api/algorithm/${copy.id}`, { name: 'Mine', shared: true })
    await share({ shared: false })
    const hidden = { clonedFromName: null, clonedFromAlgorithm: null, clonedFromVersion: null, hasNewerOrigin: false }
    for (const [client, path] of [
      [bob, `/api/algorithm/${copy.id}`],
      [visitor, `/public-api/algorithm/${copy.id}`],
    ] as const) {
      const answer = await client.get(path)
      expect(answer.json).toMatchObject({ name: 'Mine', clonedFromVersionNo: null, ...hidden })
      expect(answer.text).not.toContain('Secret plan')
      expect(answer.text).not.toContain(algorithm.id)
    }
    for (const path of ['/api/algorithms', '/public-api/algorithms']) {
      expect((await bob.get(path)).text).not.toContain(algorithm.id)
    }
    const seenByOwner = (await alice.get(`/api/algorithm/${copy.id}`)).json
    expect(seenByOwner).toMatchObject({ clonedFromName: 'Secret plan', clonedFromVersionNo: 'v1' })
  })
})

it('names a clone after its origin, without cutting a character in two', async () => {
  const name = `${'x'.repeat(111)}🚀`
  await patch(alice, `/api/algorithm/${algorithm.id}`, { name, shared: true })
  expect((await clone()).name).toBe(`Copy of ${'x'.repeat(111)}`)
})

describe('sharing', () => {
  it('numbers shared versions by their rank, whatever the order in which they are shared', async () => {
    const versions = [algorithm.latestVersion, await save('two'), await save('three')]
    await shareVersion(versions[2]!.id, true)
    expect(await numbers(visitor)).toEqual(['v1'])
    await shareVersion(versions[0]!.id, true)
    expect(await numbers(visitor)).toEqual(['v2', 'v1'])
    const own = (await alice.get(`/api/algorithms/${algorithm.id}/versions`)).json
    expect(own.map((one: { sharedVersionNo: number | null }) => one.sharedVersionNo)).toEqual([2, null, 1])
    expect((await alice.get(`/api/algorithm/${algorithm.id}`)).json).toMatchObject({ shared: true, sharedUpTo: 'v3' })
    expect((await visitor.get(`/public-api/algorithm/${algorithm.id}`)).json).toMatchObject({ sharedUpTo: 'v2' })
    await shareVersion(versions[0]!.id, false)
    expect(await numbers(visitor)).toEqual(['v1'])
  })

  it('ends with the last shared version', async () => {
    await share()
    await shareVersion(algorithm.latestVersion.id, false)
    const own = (await alice.get(`/api/algorithm/${algorithm.id}`)).json
    expect(own).toMatchObject({ shared: false, sharedUpTo: null })
    expect((await visitor.get(`/public-api/algorithm/${algorithm.id}`)).status).toBe(404)
  })

  it('starts over after it was turned off: what was shared before stays private', async () => {
    await share()
    await share({ shared: false })
    const two = await save('two')
    await share({ shared: true })
    const shown = (await visitor.get(`/public-api/algorithms/${algorithm.id}/versions`)).json
    expect(shown).toEqual([expect.objectContaining({ id: two.id, displayVersionNo: 'v1' })])
  })

  it('from the next version on leaves the saved ones private', async () => {
    await share({ shareNew: true })
    expect((await visitor.get(`/public-api/algorithm/${algorithm.id}`)).status).toBe(404)
    await save('two')
    expect(await numbers(visitor)).toEqual(['v1'])
    expect((await alice.get(`/api/algorithm/${algorithm.id}`)).json).toMatchObject({ shared: true, sharedUpTo: 'v2' })
  })
})

describe('saving a version', () => {
  it('is refused when another one was saved since the latest that the client knows', async () => {
    const first = algorithm.latestVersion.id
    const two = await save('two', { latestVersionId: first })
    const late = await alice.post(`/api/algorithms/${algorithm.id}/versions`, {
      script: IDLE,
      message: 'late',
      latestVersionId: first,
    })
    expect(late).toMatchObject({ status: 409 })
    expect(late.json).toMatchObject({
      kind: 'conflict',
      code: 'newer-version',
      message: 'v2 has been saved in the meantime',
      details: { id: two.id, versionNo: 2 },
    })
  })

  it('publishes a saved version to the other windows of its owner only', async () => {
    const own = await new SocketClient(alice).opened()
    const other = await new SocketClient(bob).opened()
    for (const socket of [own, other]) {
      socket.send({ type: 'subscribe', topic: 'algorithms' })
      socket.send({ type: 'ping' })
      await socket.next((message) => message.type === 'pong')
    }
    const { id, displayVersionNo } = await save('two')
    await patch(alice, `/api/algorithm/${algorithm.id}`, { name: 'Renamed' })
    await alice.call('DELETE', `/api/algorithm/${algorithm.id}`)
    const events = [
      { event: 'version-saved', data: { algorithmId: algorithm.id, versionId: id, displayVersionNo } },
      { event: 'algorithm-changed', data: { id: algorithm.id } },
      { event: 'algorithm-deleted', data: { id: algorithm.id } },
    ]
    for (const payload of events) {
      const arrived = await own.next(
        (message) => message.type === 'event' && JSON.stringify(message.payload) === JSON.stringify(payload),
      )
      expect(arrived).toMatchObject({ topic: 'algorithms' })
    }
    other.send({ type: 'ping' })
    await other.next((message) => message.type === 'pong')
    expect(JSON.stringify(other.messages)).not.toContain(algorithm.id)
    own.close()
    other.close()
  })

  it('can get another message later, from its owner only, and stays the same version', async () => {
    const two = await save('two')
    await share()
    const pathOf = (versionId: string): string => `/api/algorithms/${algorithm.id}/versions/${versionId}`
    expect(await patch(alice, pathOf(two.id), { message: '  Better words ' })).toMatchObject({
      id: two.id,
      displayVersionNo: 'v2',
      message: 'Better words',
      shared: true,
    })
    const refused = [
      [bob, pathOf(two.id), 'Not mine', 404],
      [visitor, pathOf(two.id), 'Not mine', 401],
      [alice, pathOf(algorithm.id), 'No version', 404],
      [alice, pathOf(two.id), 'x'.repeat(501), 400],
    ] as const
    for (const [client, path, message, status] of refused) {
      expect((await client.call('PATCH', path, { message })).status, message.slice(0, 20)).toBe(status)
    }
    const versions = (await alice.get(`/api/algorithms/${algorithm.id}/versions`)).json as { message: string }[]
    expect(versions.map(({ message }) => message)).toEqual(['Better words', expect.not.stringContaining('Better')])
  })
})

describe('an algorithm as a file', () => {
  it('comes back with its versions, messages and times', async () => {
    await save('two')
    await patch(alice, `/api/algorithm/${algorithm.id}`, { description: 'How it works', tags: ['trend', 'trend'] })
    const exported = await alice.get(`/api/algorithm/${algorithm.id}/export`)
    expect(exported.headers.get('content-disposition')).toContain('Secret%20plan.json')
    const file = exported.json
    expect(file).toMatchObject({ format: 'tradeloom-algorithm', version: 1, name: 'Secret plan', tags: ['trend'] })
    const imported = await bob.post('/api/algorithms/import', file)
    expect(imported.status, imported.text).toBe(200)
    expect(imported.json).toMatchObject({ name: 'Secret plan', description: 'How it works', versionCount: 2 })
    const again = (await bob.get(`/api/algorithm/${imported.json.id}/export`)).json
    expect(again).toEqual(file)
  })

  it('contains only shared versions for others', async () => {
    await share()
    await save('private')
    const file = (await bob.get(`/api/algorithm/${algorithm.id}/export`)).json
    expect(file.versions).toHaveLength(1)
    expect(JSON.stringify(file)).not.toContain('private')
  })

  it('is refused with the version whose script has errors, and nothing is created', async () => {
    const file = (await alice.get(`/api/algorithm/${algorithm.id}/export`)).json
    const versions = [...file.versions, { ...file.versions[0], versionNo: 2, script: 'function onTick( {' }]
    const before = (await bob.get('/api/algorithms')).json.length
    const refused = await bob.post('/api/algorithms/import', { ...file, versions })
    expect(refused.status).toBe(400)
    expect(refused.json.message).toMatch(/^v2: Cannot save\. Script contains errors: Line 1, column \d+/)
    expect((await bob.get('/api/algorithms')).json).toHaveLength(before)
    const wrong = await bob.post('/api/algorithms/import', { ...file, format: 'zip' })
    expect(wrong.json.message).toBe('This is not an exported algorithm')
  })

  it('is refused with the version whose indicators are missing, invalid or reserved', async () => {
    const file = (await alice.get(`/api/algorithm/${algorithm.id}/export`)).json
    const script = "const own = indicators.Own('H1')\nfunction onIntervalClose() { log(own.value()) }"
    const importWith = async (...indicators: object[]) => {
      const answer = await bob.post('/api/algorithms/import', {
        ...file,
        versions: [{ ...file.versions[0], script, indicators }],
      })
      return answer.json.message ?? answer.json.name
    }
    const copy = { key: 'Own', name: 'Own', script: 'const onTick = (factor = 2) => factor * bar.close' }
    expect(await importWith()).toMatch(
      /^v1: Cannot save\. Script contains errors: Line 1, column \d+: There is no indicator Own$/,
    )
    expect(await importWith({ ...copy, script: 'const onTick = () => buy()' })).toMatch(
      /^v1, indicator Own: Cannot save\. Script contains errors: Line 1, column \d+: buy/,
    )
    expect(await importWith(copy, { ...copy, key: 'constructor' })).toBe(
      'v1, indicator constructor: constructor is a reserved word and cannot be used',
    )
    expect(await importWith(copy, { ...copy, key: 'SMA' })).toBe(
      'v1, indicator SMA: There is a system indicator with the key SMA',
    )
    expect(await importWith(copy)).toBe('Secret plan')
  })

  it('leaves out a copy that an indicator of a later program replaces, so that it can be imported', async () => {
    const key = 'Own'
    await alice.post('/api/technical-indicators', { name: key, key })
    const script = "const own = indicators.Own('H1')\nfunction onIntervalClose() { log(own.value()) }"
    await alice.post(`/api/algorithms/${algorithm.id}/versions`, { script, message: '' })
    const exported = async () => (await alice.get(`/api/algorithm/${algorithm.id}/export`)).json
    const keysIn = ({ versions }: { versions: { indicators: { key: string }[] }[] }) =>
      versions.flatMap(({ indicators }) => indicators.map((copy) => copy.key))
    expect(keysIn(await exported())).toEqual([key])
    await database.pool.query("update version_indicators set key = 'SMA' where key = $1", [key])
    await database.pool.query("update algorithm_versions set script = replace(script, '.Own(', '.SMA(')")
    const file = await exported()
    expect(keysIn(file)).toEqual([])
    expect((await bob.post('/api/algorithms/import', file)).status).toBe(200)
  })
})

it('shows on its card the newest completed run of its owner on the newest version, on real prices before simulated ones', async () => {
  const { id: instrumentId, start, end } = TEST_MARKET
  const run = { instrumentId, start, end, interval: 'H1' }
  const ids = { algorithmId: algorithm.id, algorithmVersionId: algorithm.latestVersion.id }
  const { json: backtest } = await alice.post('/api/backtest', { ...ids, ...run })
  const done = await alice.until(
    `/api/backtest/${backtest.id}`,
    ({ status }: { status: string }) => status === 'Completed',
  )
  expect(done.json.sparkline.length).toBeGreaterThan(1)
  await share()
  const card = ((await visitor.get('/public-api/algorithms')).json as Made[]).find(({ id }) => id === algorithm.id)
  expect(card).toMatchObject({
    result: { backtestId: backtest.id, profitPercentage: 0, positionCount: 0, sparkline: done.json.sparkline },
  })
  // A newer run on simulated prices does not replace one on real ones.
  const { json: newer } = await alice.post('/api/backtest', { ...ids, ...run })
  await alice.until(`/api/backtest/${newer.id}`, ({ status }: { status: string }) => status === 'Completed')
  const shown = async () => (await alice.get(`/api/algorithm/${algorithm.id}`)).json.result.backtestId
  expect(await shown()).toBe(newer.id)
  await database.pool.query('update backtests set simulated = true where id = $1', [newer.id])
  expect(await shown()).toBe(backtest.id)
  await save('not shared')
  expect((await alice.get(`/api/algorithm/${algorithm.id}`)).json.result).toBeNull()
  expect((await visitor.get(`/public-api/algorithm/${algorithm.id}`)).json.result.backtestId).toBe(backtest.id)
})

it('has no positions of live trading, and shows them to its owner only', async () => {
  const path = `/api/algorithm/${algorithm.id}/positions`
  expect((await alice.get(path)).json).toEqual([])
  await share()
  expect((await bob.get(path)).status).toBe(404)
})
