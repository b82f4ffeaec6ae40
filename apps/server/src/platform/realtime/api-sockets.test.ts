import {
  HttpClient,
  ProgramClient,
  signUp,
  SocketClient,
  startTestDatabase,
  startTestNats,
  type TestDatabase,
  type TestNats,
  until,
} from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'
import { newCredential } from '../api/api-credential.ts'

const PROFESSIONAL = 3
const FREE = 0

let nats: TestNats
let database: TestDatabase
let [one, two]: TestServer[] = []
let ann: HttpClient
let sockets: SocketClient[] = []

beforeAll(async () => {
  nats = await startTestNats()
  database = await startTestDatabase()
  const env = { NATS_URL: nats.url, TRADELOOM_SERVICES: 'http,realtime', TRADELOOM_PROFILE: 'hosted' }
  one = await startTestServer({ databaseUrl: database.url, env })
  two = await startTestServer({ databaseUrl: database.url, dataDir: one.dataDir, env })
  ann = await signUp(one.url, 'ann')
  await usePackage(PROFESSIONAL)
})
afterEach(async () => {
  for (const { socket } of sockets) socket.terminate()
  sockets = []
  await until(async () => (await taken()) === 0)
})
afterAll(async () => {
  for (const server of [two, one]) await server?.stop()
  await database?.stop()
  await nats?.stop()
})

const usePackage = (id: number) =>
  database.pool.query(
    'insert into package_grants select id, $1::smallint from users on conflict (user_id) do update set package_id = $1',
    [id],
  )
const taken = async (): Promise<number> =>
  Number((await database.pool.query('select coalesce(sum(n), 0) as n from api_sockets')).rows[0].n)

async function program(body: object = {}): Promise<{ client: ProgramClient; key: string; sent: string }> {
  const { json } = await ann.post('/api/api-keys', { label: 'Robot', ...body })
  const client = new ProgramClient(one!.url, json)
  return { client, key: json.key, sent: client.authorization.replace('Bearer ', '') }
}

function connect({ authorization }: ProgramClient, server = one!): SocketClient {
  const socket = new SocketClient(new HttpClient(server.url), { authorization })
  sockets.push(socket)
  return socket
}
function connectAsVisitor(): SocketClient {
  const socket = new SocketClient(new HttpClient(one!.url))
  sockets.push(socket)
  return socket
}
const endOf = ({ socket }: SocketClient): Promise<[number, string]> =>
  new Promise((done) => socket.once('close', (code, reason) => done([code, String(reason)])))

async function seesOwn(socket: SocketClient): Promise<void> {
  socket.send({ type: 'subscribe', topic: 'backtests' })
  socket.send({ type: 'ping' })
  await socket.next(({ type }) => type === 'pong')
  expect(socket.messages.filter(({ type }) => type === 'error')).toEqual([])
}

it('a program with a key in the header sees what its owner sees', async () => {
  const { client } = await program()
  await seesOwn(await connect(client).opened())
  expect(await taken()).toBe(1)
})

it('a program sends its key as the first message, and what it sends meanwhile waits', async () => {
  const { sent } = await program()
  const socket = await connectAsVisitor().opened()
  socket.send({ type: 'authenticate', key: sent })
  await seesOwn(socket)
  expect(socket.messages[0]).toEqual({ type: 'authenticated' })
  expect(await taken()).toBe(1)
})

it('a key that is not the first message is refused, and the client stays a visitor', async () => {
  const { sent } = await program()
  const socket = await connectAsVisitor().opened()
  socket.send({ type: 'ping' })
  socket.send({ type: 'authenticate', key: sent })
  await socket.next((message) => message.type === 'error' && message.message.startsWith('Authenticate with the first'))
  socket.send({ type: 'subscribe', topic: 'backtests' })
  await socket.next((message) => message.type === 'error' && message.message === 'Please log in')
})

it('wrong keys are refused in the header and in the first message', async () => {
  const wrong = new ProgramClient(one!.url, newCredential())
  await expect(connect(wrong).opened()).rejects.toThrow('401')
  const socket = await connectAsVisitor().opened()
  const end = endOf(socket)
  socket.send({ type: 'authenticate', key: wrong.authorization.replace('Bearer ', '') })
  expect(await end).toEqual([4001, 'This access key is not valid'])
})

// Without the check it would stay open until logins are checked again, once a minute.
it('a key that is deleted while its socket opens ends that socket', { timeout: 45_000 }, async () => {
  const { key, sent } = await program()
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from api_window for update')
  const socket = await connectAsVisitor().opened()
  const end = endOf(socket)
  socket.send({ type: 'authenticate', key: sent })
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%api_window%'"
  await until(async () => (await database.pool.query(waiting)).rowCount === 1)
  await ann.call('DELETE', `/api/api-keys/${key}`)
  await holder.query('commit')
  holder.release()
  expect(await end).toEqual([4001, 'signed out'])
})

it('of two servers, the 51st socket is closed with 4429 and the text, and a place is free again after a close', async () => {
  const { client, sent } = await program()
  const open = await Promise.all(
    Array.from({ length: 50 }, (_, n) => connect(client, n % 2 === 0 ? one! : two!).opened()),
  )
  await Promise.all(open.map((socket) => seesOwn(socket)))
  const text = 'Your package includes 50 sockets at the same time'
  for (const server of [one!, two!]) expect(await endOf(connect(client, server))).toEqual([4429, text])
  const late = await connectAsVisitor().opened()
  const end = endOf(late)
  late.send({ type: 'authenticate', key: sent })
  expect(await end).toEqual([4429, text])
  open[0]!.socket.terminate()
  await until(async () => (await taken()) === 49)
  await seesOwn(await connect(client, two!).opened())
})

it('a package without sockets has none for programs, and all that browsers need', async () => {
  const { client } = await program()
  await usePackage(FREE)
  expect(await endOf(connect(client))).toEqual([4429, 'Your package includes no sockets for programs'])
  const page = await new SocketClient(ann).opened()
  await seesOwn(page)
  page.close()
  await usePackage(PROFESSIONAL)
})

it('deleting a key closes its sockets on every server, however they came in', async () => {
  const { client, key, sent } = await program()
  const ofHeader = await connect(client, two!).opened()
  const ofMessage = await connectAsVisitor().opened()
  ofMessage.send({ type: 'authenticate', key: sent })
  await ofMessage.next(({ type }) => type === 'authenticated')
  const other = await connect((await program()).client).opened()
  const ends = Promise.all([endOf(ofHeader), endOf(ofMessage)])
  expect((await ann.call('DELETE', `/api/api-keys/${key}`)).status).toBe(200)
  expect((await ends).map(([code]) => code)).toEqual([4001, 4001])
  await seesOwn(other)
})

it('a program that sends more than 20 messages a second is disconnected', async () => {
  const { client } = await program()
  const socket = await connect(client).opened()
  for (let n = 0; n < 20; n++) socket.send({ type: 'ping' })
  await until(() => socket.messages.length === 20)
  const end = endOf(socket)
  for (let n = 0; n < 500; n++) socket.send({ type: 'ping' })
  expect((await end)[0]).toBe(4008)
  expect(socket.messages.length).toBeLessThan(200)
})

it('requests need the scope that they are of', async () => {
  const { client } = await program()
  const socket = await connect(client).opened()
  const id = '01a1fcbd-ca32-7065-a0e0-bc608310879a'
  expect((await socket.request(3, 'stop', { id })).error).toBe('This access key has no scope write')
  const order = await socket.request(2, 'close-position', { key: 'abcdefg', positionId: id })
  expect(order.error).toBe('This access key has no scope trade')
  expect((await socket.request(3, 'tail-log', { id })).error).toMatch(/not found/)
})
