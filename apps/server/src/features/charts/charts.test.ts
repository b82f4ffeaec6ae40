import { crc32, deflateSync } from 'node:zlib'
import { HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

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

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const END = chunk('IEND', Buffer.alloc(0))

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

const png = (width = 1, height = 1, ...more: Buffer[]): Buffer =>
  Buffer.concat([SIGNATURE, header(width, height), ...more, chunk('IDAT', deflateSync(Buffer.alloc(4))), END])

function upload(client: HttpClient, image: Buffer, field = 'image') {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(image)], { type: 'image/png' }), 'chart.png')
  return client.call('POST', '/public-api/chart-image', form)
}

describe('snapshots of charts', () => {
  it('are kept under a name that cannot be guessed, and served as pictures only', async () => {
    const uploaded = await upload(alice, png())
    expect(uploaded.status, uploaded.text).toBe(200)
    const { imagepath } = uploaded.json
    const kept = await alice.post('/public-api/chart-snapshot', { imagepath, title: 'EURUSD' })
    expect(kept.json).toEqual({ filename: imagepath, url: `/chart/${imagepath}` })
    const response = await fetch(server.url + kept.json.url)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png())
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    })
  })

  it.each([
    ['a page that calls itself a picture', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a page after the end of a picture', Buffer.concat([png(), Buffer.from('<script>alert(1)</script>')])],
    ['a picture with a text in it', png(1, 1, chunk('tEXt', Buffer.from('Comment\0<script>')))],
    ['a picture that is too wide', png(4097, 1)],
    ['a picture without content', Buffer.concat([SIGNATURE, header(1, 1), END])],
    ['a damaged picture', Buffer.from(png().fill(1, 45, 50))],
    ['nothing', Buffer.alloc(0)],
  ])('refuse %s', async (_, file) => {
    expect((await upload(alice, file)).status).toBe(400)
  })

  it('refuse more than 2 MB, and a form without the picture', async () => {
    expect((await upload(alice, Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await upload(alice, png(), 'other')).status).toBe(400)
    expect((await alice.post('/public-api/chart-image', {})).status).toBe(400)
  })

  it('of one user cannot be kept by another one; unknown ones are not found, and never a page', async () => {
    const { imagepath } = (await upload(alice, png())).json
    for (const other of [bob, visitor]) {
      expect((await other.post('/public-api/chart-snapshot', { imagepath })).status).toBe(404)
    }
    for (const name of [`${'x'.repeat(22)}.png`, 'index.html', '..%2Findex.html', 'a/b']) {
      const answer = await visitor.call('GET', `/chart/${name}`, undefined, { accept: 'text/html' })
      expect(answer.status, name).toBe(404)
      expect(answer.headers.get('content-type'), name).toContain('application/json')
    }
  })

  it('are listed for their owner, who alone can delete them', async () => {
    const client = await signUp(server.url, 'carol')
    const kept: string[] = []
    for (const title of ['EURUSD 15 min', 'EURUSD 1 h']) {
      const { imagepath } = (await upload(client, png(3, 2))).json
      await client.post('/public-api/chart-snapshot', { imagepath, title })
      kept.unshift(imagepath)
    }
    await upload(client, png())
    const listed = async () => (await client.get('/api/chart-snapshots')).json.items
    expect(await listed()).toMatchObject([
      { filename: kept[0], title: 'EURUSD 1 h', width: 3, height: 2 },
      { filename: kept[1], title: 'EURUSD 15 min' },
    ])
    const path = `/api/chart-snapshot/${kept[0]}`
    expect((await bob.call('DELETE', path)).status).toBe(404)
    expect((await visitor.call('DELETE', path)).status).toBe(401)
    expect((await client.call('DELETE', path)).status).toBe(200)
    expect((await client.call('DELETE', path)).status).toBe(404)
    expect((await visitor.get(`/chart/${kept[0]}`)).status).toBe(404)
    expect(await listed()).toMatchObject([{ filename: kept[1] }])
    expect((await bob.get('/api/chart-snapshots')).json.items).toEqual([])
  })

  it('of visitors are kept up to 500 altogether, the newest ones', async () => {
    const [first, second] = [
      (await upload(visitor, png())).json.imagepath,
      (await upload(visitor, png())).json.imagepath,
    ]
    for (const imagepath of [first, second]) await visitor.post('/public-api/chart-snapshot', { imagepath })
    const client = database.pool
    await client.query(
      `insert into chart_snapshots (filename, image, width, height, is_kept, created_at)
       select lpad(n::text, 22, 'a') || '.png', 'x', 1, 1, true, now() - interval '1 hour' from generate_series(1, 600) n`,
    )
    await client.query(`update chart_snapshots set created_at = now() - interval '2 hours' where filename = $1`, [
      first,
    ])
    await visitor.post('/public-api/chart-snapshot', { imagepath: second })
    expect((await visitor.get(`/chart/${first}`)).status).toBe(404)
    expect((await visitor.get(`/chart/${second}`)).status).toBe(200)
    const { rows } = await client.query('select count(*)::int as n from chart_snapshots where user_id is null')
    expect(rows).toEqual([{ n: 500 }])
  })

  /** As if a user had uploaded them: more uploads in a minute than an address may make. Resolves to their names. */
  async function fill(username: string, count: number, isKept: boolean): Promise<string[]> {
    const { rows } = await database.pool.query(
      `insert into chart_snapshots (filename, user_id, image, width, height, is_kept)
       select lpad(n::text, 22, $3) || '.png', id, 'x', 1, 1, $4
       from generate_series(1, $2::int) n, users where username = $1 returning filename`,
      [username, count, username.slice(0, 1) + (isKept ? 'k' : 'p'), isKept],
    )
    return rows.map(({ filename }) => filename)
  }
  const keep = (client: HttpClient, imagepath = '') => client.post('/public-api/chart-snapshot', { imagepath })

  it('of one user are limited, stored ones and those that wait to be stored, and say so', async () => {
    const client = await signUp(server.url, 'dora')
    const [first, late] = await fill('dora', 20, false)
    expect(await upload(client, png())).toMatchObject({
      status: 429,
      json: {
        code: 'too-many-previews',
        message: 'You have uploaded 20 snapshots without storing them. Please try again in ten minutes.',
      },
    })
    await fill('dora', 199, true)
    expect((await keep(client, first)).status).toBe(200)
    expect((await keep(client, first)).status, 'stored already').toBe(200)
    expect(await keep(client, late)).toMatchObject({
      status: 429,
      json: {
        code: 'too-many-snapshots',
        message: 'You have stored 200 snapshots. Please delete some of them first.',
      },
    })
    expect((await client.get('/api/chart-snapshots')).json.items).toHaveLength(200)
    expect((await client.call('DELETE', `/api/chart-snapshot/${first}`)).status).toBe(200)
    expect((await keep(client, late)).status).toBe(200)
  })

  it('forgets pictures that are not stored within ten minutes', async () => {
    const client = await signUp(server.url, 'erin')
    const [stored, late] = await fill('erin', 20, false)
    expect((await keep(client, stored)).status).toBe(200)
    const ofErin = `user_id = (select id from users where username = 'erin')`
    await database.pool.query(`update chart_snapshots set created_at = now() - interval '11 minutes' where ${ofErin}`)
    expect((await keep(client, late)).status).toBe(404)
    const { rows } = await database.pool.query(`select filename from chart_snapshots where ${ofErin}`)
    expect(rows).toEqual([{ filename: stored }])
    expect((await upload(client, png())).status).toBe(200)
    expect((await visitor.get(`/chart/${stored}`)).status).toBe(200)
  })

  it('can be made by visitors', async () => {
    const { imagepath } = (await upload(visitor, png())).json
    expect((await visitor.post('/public-api/chart-snapshot', { imagepath })).status).toBe(200)
    expect((await visitor.get(`/chart/${imagepath}`)).status).toBe(200)
  })
})

describe('drawings on charts', () => {
  const line = (id: string) => ({
    id,
    kind: 'trend',
    points: [
      { time: 1, price: 1.1 },
      { time: 2, price: 1.2 },
    ],
    color: '#4c8dff',
  })
  const path = '/api/drawings/EURUSD:TEST'

  it('belong to a user and an instrument, and tell tabs about newer ones', async () => {
    expect((await alice.get(path)).json).toEqual({ items: [], revision: 0 })
    const first = await alice.call('PUT', path, { items: [line('a')], revision: 0 })
    expect(first.json).toEqual({ items: [line('a')], revision: 1 })
    const second = await alice.call('PUT', path, { items: [line('a'), line('b')], revision: 1 })
    expect(second.json.revision).toBe(2)
    for (const revision of [0, 1, 3]) {
      const late = await alice.call('PUT', path, { items: [], revision })
      expect(late.status, String(revision)).toBe(409)
      expect(late.json).toMatchObject({ code: 'newer-drawings', details: { revision: 2, items: [{ id: 'a' }, {}] } })
    }
    expect((await bob.get(path)).json).toEqual({ items: [], revision: 0 })
    expect((await alice.get('/api/drawings/GBPUSD:TEST')).json.revision).toBe(0)
    expect((await visitor.get(path)).status).toBe(401)
  })

  it('are refused when they could not be drawn', async () => {
    const bad = [
      { ...line('c'), kind: 'circle' },
      { ...line('c'), color: 'red' },
      { ...line('c'), points: [] },
      { ...line('c'), text: 'x'.repeat(201) },
      { ...line('c'), onclick: 'alert(1)' },
    ]
    for (const item of bad) {
      expect((await bob.call('PUT', path, { items: [item], revision: 0 })).status, JSON.stringify(item)).toBe(400)
    }
    const many = Array.from({ length: 201 }, (_, i) => line(String(i)))
    expect((await bob.call('PUT', path, { items: many, revision: 0 })).status).toBe(400)
  })
})
