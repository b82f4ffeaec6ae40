import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issuePass, KillDoor, readRequests } from '@tradeloom/kill-switch'
import { freePort } from '@tradeloom/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { KillListener } from './kill-listener.ts'

const [USER, LOGIN, REQUEST] = [1, 2, 3].map((n) => `0190a7c2-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]
const PAGE = 'http://localhost:7070'

let dataDir: string
let port: number
let pass: string
let reports: string[]
let listener: KillListener | null
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradeloom-listener-'))
  pass = issuePass(dataDir, { userId: USER, loginId: LOGIN, now: Date.now() }).pass
  reports = []
  listener = null
  port = await freePort()
})
afterEach(() => {
  listener?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function open(): KillListener {
  const door = new KillDoor({ dataDir, door: 'guardian', now: () => Date.now() })
  return new KillListener({ port, origins: [PAGE], door, report: (message) => void reports.push(message) })
}

async function opened(): Promise<void> {
  listener = open()
  await expect.poll(() => call('GET', '/').catch(() => null)).not.toBeNull()
}

const call = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { method, ...init })
const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
  call('POST', '/kill', { body, headers })
const right = (): string => JSON.stringify({ pass, id: REQUEST, accounts: 'all' })

it('takes a request and says how far it is', async () => {
  await opened()
  const taken = await post(right())
  expect([taken.status, await taken.json()]).toEqual([202, { id: REQUEST }])
  expect(readRequests(dataDir, new Set()).requests).toMatchObject([{ id: REQUEST, userId: USER, door: 'guardian' }])
  const headers = { 'x-kill-pass': pass }
  expect(await (await call('GET', `/kill?id=${REQUEST}`, { headers })).json()).toMatchObject({ isRead: false })
  expect(await (await call('GET', '/kill', { headers })).json()).toEqual({ door: 'guardian' })
})

it('answers each wrong request, and the right one after them', async () => {
  await opened()
  const answers: [Promise<Response>, number][] = [
    [post('{'), 400],
    [post(''), 400],
    [post('\0'), 400],
    [post('[]'), 400],
    [post(JSON.stringify({ pass: 'x'.repeat(20_000) })), 413],
    [post(right().replace(pass, `${USER}.${'a'.repeat(43)}`)), 401],
    [call('GET', '/kill'), 401],
    [call('GET', '/kill?id=1'), 400],
    [call('GET', '/kill?id=1&id=2&more=3'), 400],
    [call('DELETE', '/kill'), 404],
    [call('POST', '/', { body: right() }), 404],
    [call('GET', '//kill'), 404],
    [post(right()), 202],
  ]
  for (const [answer, status] of answers) expect((await answer).status).toBe(status)
  for (const [answer] of answers) expect(await (await answer).json()).toBeTypeOf('object')
})

it('lets the page of this server read its answers, and no other', async () => {
  await opened()
  const allowed = async (origin: string): Promise<string | null> =>
    (await call('OPTIONS', '/kill', { headers: { origin } })).headers.get('access-control-allow-origin')
  expect([await allowed(PAGE), await allowed('http://evil.example'), await allowed('null')]).toEqual([PAGE, null, null])
  const asked = await call('OPTIONS', '/kill', { headers: { origin: PAGE } })
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type, x-kill-pass'])
  expect((await post(right(), { origin: PAGE })).headers.get('access-control-allow-origin')).toBe(PAGE)
})

it('takes a right request while others send theirs slowly, or without an end', async () => {
  await opened()
  const slow = Array.from({ length: 50 }, () => {
    const sent = httpRequest({ port, path: '/kill', method: 'POST', headers: { 'content-length': 9_000_000 } })
    sent.on('error', () => undefined).write('{')
    return sent
  })
  expect((await post(right())).status).toBe(202)
  for (const sent of slow) sent.destroy()
})

it('waits for its port while the one before it still holds it', async () => {
  const before = createServer((_, response) => response.end()).listen(port, '127.0.0.1')
  await new Promise((done) => before.once('listening', done))
  listener = open()
  await expect.poll(() => reports).toEqual([expect.stringContaining(`port ${port}`)])
  before.close()
  before.closeAllConnections()
  await expect.poll(async () => (await post(right()).catch(() => null))?.status, { timeout: 10_000 }).toBe(202)
})
