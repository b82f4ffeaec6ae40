import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { errorBody } from '@tradeloom/contracts'
import { HttpClient, signUp, SocketClient, startTestDatabase, TEST_MARKET, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const PASSWORD = 'correct horse'

let database: TestDatabase
let server: TestServer
let owner: HttpClient

beforeAll(async () => {
  database = await startTestDatabase()
  const env = { TRUSTED_PROXIES: '127.0.0.1', ALLOWED_HOSTS: 'loom.example,loom.lan' }
  // The clock stands still: on a busy machine, pauses would end before the next guess.
  const loginClock = () => 1_700_000_000_000
  server = await startTestServer({ databaseUrl: database.url, env, loginClock })
  owner = await signUp(server.url, 'owner')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

interface Raw {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

/** Like fetch, but with headers and targets that fetch refuses to send. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Raw> {
  const { port } = new URL(server.url)
  return new Promise((done, fail) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', fail).end(body)
  })
}

const json = (raw: Raw): { message: string; code: string } => JSON.parse(String(raw.body))

describe('the Host header', () => {
  it.each(['loom.example', 'loom.lan:8080', 'localhost:1', '127.0.0.1'])('%s is accepted', async (host) => {
    expect((await ask('/healthz', { host })).status).toBe(200)
  })

  it.each(['evil.example', 'loom.example.evil.example', '192.168.7.7', 'localhost@evil.example'])(
    '%s is refused: a page of another site cannot use its own name for this server',
    async (host) => {
      for (const path of ['/healthz', '/public-api/bootstrap', '/', '/nothing', '/api/user/logout']) {
        const answer = await ask(path, { host })
        expect(answer.status).toBe(421)
        expect(errorBody.parse(json(answer)).message).toContain('ALLOWED_HOSTS')
      }
      const register = await ask(
        '/public-api/register',
        { host, origin: `http://${host}`, 'content-type': 'application/json' },
        'POST',
        '{}',
      )
      expect(register.status).toBe(421)
    },
  )

  it('is also checked in an absolute request target', async () => {
    expect((await ask('http://evil.example/healthz', { host: 'localhost' })).status).toBe(421)
    expect((await ask('http://localhost/healthz', { host: 'localhost' })).status).toBe(200)
  })

  it('is also checked by the socket', async () => {
    await expect(new SocketClient(owner, { host: 'evil.example' }).opened()).rejects.toThrow('421')
    const own = await new SocketClient(owner, { host: 'loom.example', origin: 'http://loom.example' }).opened()
    own.close()
  })
})

describe('signing out by GET', () => {
  const WAYS = [
    '/api/user/logout',
    '/api/user/%6cogout',
    '/%61pi/user/logout',
    '/api/user/logout/',
    '/api/user/logout?x',
    '/api/user/log%6Fut/',
    'http://localhost/api/user/logout',
    '//api/user/logout',
    '/API/user/logout',
    '/api//user/logout',
    '/api/./user/logout',
    '/api/user/../user/logout',
    '/api;x/user/logout',
    '/api/user/logout%2f',
    '/api/user%2flogout',
    '/api/user/logout%00',
    '/api/user/logout;x=1',
  ]
  it.each(WAYS)('%s is refused from a page of another site', async (path) => {
    const user = await signedIn()
    for (const method of ['GET', 'HEAD']) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ]) {
        await ask(path, { host: 'localhost', cookie: user.cookie, ...headers }, method)
      }
    }
    expect((await user.get('/api/user')).status, path).toBe(200)
  })

  it('is accepted from the server’s own page', async () => {
    const user = await signedIn()
    expect((await user.call('GET', '/api/user/logout', undefined, { 'sec-fetch-site': 'same-origin' })).status).toBe(
      200,
    )
    expect((await user.get('/api/user')).status).toBe(401)
  })
})

describe('answers', () => {
  it('are never cached, however their address is spelled', async () => {
    for (const path of ['/api/user', '/%61pi/user', '/public-api/bootstrap', '/api/nothing', '/api/user/']) {
      const { headers } = await ask(path, { host: 'localhost', cookie: owner.cookie })
      expect(headers['cache-control'], path).toBe('no-store')
    }
  })

  it('carry the policy that blocks foreign scripts and frames', async () => {
    const { headers } = await ask('/healthz')
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;font-src 'self' data:;worker-src 'self' blob:;connect-src 'self';object-src 'none';base-uri 'self';form-action 'self';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined()
  })

  it('are compressed if long, and compressed request bodies are rejected', async () => {
    const { id, start, end } = TEST_MARKET
    const path = `/public-api/historical-prices?${new URLSearchParams({ instrumentId: id, interval: 'M1', start, end })}`
    const plain = await ask(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const encoding of ['br', 'gzip']) {
      const small = await ask(path, { 'accept-encoding': encoding })
      expect(small.headers['content-encoding']).toBe(encoding)
      expect(small.body.length).toBeLessThan(plain.body.length / 3)
    }
    expect((await ask('/healthz', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect((await ask('/login', packed, 'POST', 'x')).status).toBe(400)
  })
})

describe('passwords', () => {
  const login = (client: HttpClient, username: string, password: string, address: string) =>
    client.call('POST', '/login', { username, password }, { 'x-forwarded-for': address })

  it('guessed in parallel are evaluated no more often than in sequence', async () => {
    await signUp(server.url, 'target')
    const guesses = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        login(new HttpClient(server.url), n % 2 ? 'Target' : 'target@example.com', `guess ${n}`, '10.0.0.1'),
      ),
    )
    const evaluated = guesses.filter(({ status }) => status === 401)
    expect(evaluated.length).toBeLessThanOrEqual(11)
    const refused = guesses.filter(({ status }) => status === 429)
    expect(evaluated.length + refused.length).toBe(300)
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('of the owner still work while strangers guess, from other addresses and on known devices', async () => {
    const device = await signUp(server.url, 'besieged')
    await device.get('/api/user/logout')
    const guess = (n: number, address: string) => login(new HttpClient(server.url), 'besieged', `guess ${n}`, address)
    for (let n = 0; n < 12; n++) await guess(n, '10.0.1.1')
    expect((await guess(99, '10.0.1.1')).status).toBe(429)
    // A new device elsewhere, and a known device even at the address of the guesser.
    const fresh = new HttpClient(server.url)
    expect((await login(fresh, 'besieged', PASSWORD, '10.0.1.2')).status).toBe(200)
    expect((await login(device, 'besieged', PASSWORD, '10.0.1.1')).status).toBe(200)
    // From many addresses: all strangers together are slowed down, the known device is not.
    let slowed = 0
    for (let n = 0; n < 60; n++) slowed += Number((await guess(n, `10.1.${n}.1`)).status === 429)
    expect(slowed).toBeGreaterThan(5)
    expect((await login(device, 'besieged', PASSWORD, '10.9.9.9')).status).toBe(200)
  })

  it('are also slowed down on a known device, which is known only for its own account', async () => {
    const device = await signUp(server.url, 'thief')
    await signUp(server.url, 'victim')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await login(device, 'thief', 'wrong', `10.2.${n}.1`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    for (let n = 0; n < 11; n++) await login(device, 'victim', 'wrong', '10.3.0.1')
    expect((await login(device, 'victim', PASSWORD, '10.3.0.1')).status).toBe(429)
    const forged = new HttpClient(server.url)
    const cookie = `tradeloom.device=${device.cookie.split('tradeloom.device=')[1]?.split('.')[0]}.x.y`
    const answer = await forged.call('POST', '/login', { username: 'thief', password: PASSWORD }, { cookie })
    expect(answer.status).toBe(200)
  })

  it('that are easy to guess are rejected with a reason', async () => {
    const form = { regUsername: 'newcomer', regEmail: 'newcomer@example.com' }
    for (const [regPassword, reason] of [
      ['password123', 'easy to guess'],
      ['newcomer-99', 'must not be made of your name'],
      ['Tradeloom!', 'must not be made of your name'],
    ]) {
      const body = { ...form, regPassword, regRepeatPassword: regPassword }
      const answer = await new HttpClient(server.url).post('/public-api/register', body)
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.json.fields.regPassword).toContain(reason)
    }
  })
})

describe('the socket', () => {
  const UUID = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`

  it('disconnects a client that keeps subscribing, and serves the others', async () => {
    const visitor = await new SocketClient(new HttpClient(server.url)).opened()
    const closed = new Promise<number>((done) => void visitor.socket.once('close', done))
    for (let n = 0; n < 60_000; n++) visitor.send({ type: 'subscribe', topic: `backtest.${UUID(n)}` })
    const waits: number[] = []
    for (let n = 0; n < 20; n++) {
      const started = performance.now()
      expect((await owner.get('/api/algorithms')).status).toBe(200)
      waits.push(performance.now() - started)
    }
    expect(await closed).toBe(4008)
    const answers = visitor.messages.filter((message) => message.type === 'error')
    expect(answers.length).toBeLessThanOrEqual(600)
    expect(answers.some(({ message }) => message === 'Too many subscriptions')).toBe(true)
    expect((await owner.get('/api/algorithms')).status).toBe(200)
  })

  it('opens 150 topics that a page subscribes to at once, and refuses more subscriptions than can wait', async () => {
    const socket = await new SocketClient(owner).opened()
    const { json: algorithm } = await owner.post('/api/algorithms')
    const { id, start, end } = TEST_MARKET
    const settings = { algorithmId: algorithm.id, algorithmVersionId: algorithm.latestVersion.id }
    const run = await owner.post('/api/backtest', { ...settings, instrumentId: id, start, end, interval: 'M15' })
    const topic = `backtest.${run.json.id}`
    const errors = () => socket.messages.filter((message) => message.type === 'error')
    for (let n = 0; n < 150; n++) socket.send({ type: 'subscribe', topic: `backtest.${UUID(n)}` })
    await expect.poll(() => errors().length).toBe(150)
    expect(new Set(errors().map(({ message }) => message))).toEqual(new Set(['Backtest not found']))
    for (let n = 0; n < 250; n++) socket.send({ type: 'subscribe', topic })
    socket.send({ type: 'ping' })
    await socket.next((message) => message.type === 'pong')
    await socket.next((message) => message.type === 'event' && message.topic === topic)
    expect(errors().some(({ message }) => message === 'Too many concurrent requests')).toBe(true)
    socket.close()
  })

  it.each(['unsubscribe', 'ping', 'nonsense', 'protocol pings'])('cuts off a flood of %s', async (kind) => {
    const socket = await new SocketClient(new HttpClient(server.url)).opened()
    const closed = new Promise<number>((done) => void socket.socket.once('close', done))
    for (let n = 0; n < 1500; n++) {
      if (kind === 'protocol pings') socket.socket.ping()
      else if (kind === 'nonsense') socket.send('{')
      else socket.send(kind === 'ping' ? { type: 'ping' } : { type: 'unsubscribe', topic: `backtest.${UUID(n)}` })
    }
    expect(await closed).toBe(4008)
  })

  it('limits the connections of one address', async () => {
    const headers = { 'x-forwarded-for': '10.7.0.1' }
    const sockets = Array.from({ length: 110 }, () => new SocketClient(new HttpClient(server.url), headers))
    const opened = await Promise.allSettled(sockets.map((socket) => socket.opened()))
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    const other = await new SocketClient(new HttpClient(server.url), { 'x-forwarded-for': '10.7.1.1' }).opened()
    other.close()
    for (const { socket } of sockets) socket.terminate()
  })
})

it('answers a malformed address with 400 in the form of the contract', async () => {
  for (const path of ['/%zz', '/api/%', '/api/algorithm/%ff']) {
    const answer = await ask(path, { host: 'localhost' })
    expect(answer.status, path).toBe(400)
    expect(errorBody.parse(json(answer)).kind).toBe('invalid-input')
  }
})

describe('an upload', () => {
  it.each([
    ['no name', ''],
    ['dots for a name', '..'],
    ['a control character in its name', 'a\u0001.csv'],
    ['NUL in its name', 'a\u0000.csv'],
  ])('is refused if its file has %s', async (_, name) => {
    const boundary = 'xxxx'
    const part = (disposition: string, value: string): string =>
      `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
    const body =
      part('name="instrumentId"', 'EURUSD:X') +
      part('name="format"', 'csv') +
      part(`name="file"; filename="${name}"`, 'x') +
      `--${boundary}--\r\n`
    const headers = { cookie: owner.cookie, 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await ask('/api/market-data/imports', { host: 'localhost', ...headers }, 'POST', body)
    expect(answer.status, String(answer.body)).toBe(400)
  })
})

it('accepts nothing but HTTP requests for its own name', async () => {
  const { port } = new URL(server.url)
  const text = await new Promise<string>((done) => {
    let heard = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.end('GET /healthz HTTP/1.0\r\n\r\n'))
    socket.on('data', (part) => (heard += String(part))).on('close', () => done(heard))
  })
  expect(text).toContain(' 421 ')
})

it('ends the connection of a refused upgrade, although the client goes on sending', async () => {
  const { port, host } = new URL(server.url)
  const head = `DELETE /api/backtests HTTP/1.1\r\nHost: ${host}\r\nConnection: upgrade\r\nUpgrade: websocket\r\n`
  const body = 'x'.repeat(8_000_000)
  await new Promise<void>((done) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
    })
    socket.on('error', () => {}).on('close', () => done())
    socket.resume()
  })
})

async function signedIn(): Promise<HttpClient> {
  const client = new HttpClient(server.url)
  expect((await client.post('/login', { username: 'owner', password: PASSWORD })).status).toBe(200)
  return client
}
