import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type ConnectionLimits, limitConnections } from './limit-connections.ts'

let server: Server
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

/** So long that nothing is given up for another reason than the one under test. */
const LONG = 600_000

async function listen(limits: Partial<ConnectionLimits>): Promise<void> {
  server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    request.on('error', () => undefined)
    request.resume().on('end', () => response.end('done'))
  })
  server.requestTimeout = 0
  const none = { headMs: LONG, bodyMs: LONG, bodyBytes: 0, idleMs: LONG, perAddress: 100, total: 100 }
  limitConnections(server, { ...none, isExempt: () => false, ...limits })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
}

interface Conversation {
  readonly socket: Socket
  /** Everything that was received, once the connection is closed. */
  readonly closed: Promise<string>
  readonly first: Promise<string>
}

function open(...sent: string[]): Conversation {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.on('error', () => undefined)
  for (const part of sent) socket.write(part)
  const closed = new Promise<string>((done) => socket.once('close', () => done(text)))
  const first = new Promise<string>((done) => socket.once('data', (part: string) => done(part)))
  return { socket, closed, first }
}

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'

it('A connection that sends nothing, and one that never ends the head of its request, are closed', async () => {
  await listen({ headMs: 50 })
  await open().closed
  expect(await open('GET / HTTP/1.1\r\nHost: x\r\n').closed).toContain('408')
})

it('A body that comes too slowly is given up with a clear answer, and a fast one is received', async () => {
  await listen({ bodyMs: 100, bodyBytes: 1000 })
  const slow = open(HEAD)
  const trickle = setInterval(() => slow.socket.write('x'), 5)
  const answer = await slow.closed
  clearInterval(trickle)
  expect(answer).toContain('HTTP/1.1 408')
  expect(answer).toContain('The request was sent too slowly')
  expect(await open(HEAD, 'x'.repeat(100_000)).first).toContain('HTTP/1.1 200')
})

it('A connection on which nothing happens is closed', async () => {
  await listen({ idleMs: 100 })
  await open(HEAD, 'some').closed
})

it('An address has a number of connections, and gets room when one is closed; trusted proxies have any number', async () => {
  await listen({ perAddress: 2 })
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  const [one, two] = [open(request), open(request)]
  expect(await one.first).toContain('HTTP/1.1 200')
  expect(await two.first).toContain('HTTP/1.1 200')
  const third = await open(request).closed
  expect(third).toContain('HTTP/1.1 429')
  expect(third).toContain('Too many connections')
  one.socket.destroy()
  await expect.poll(async () => (await open(request).first).slice(0, 12)).toBe('HTTP/1.1 200')
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await listen({ perAddress: 0, isExempt: () => true })
  expect(await open(request).first).toContain('HTTP/1.1 200')
})
