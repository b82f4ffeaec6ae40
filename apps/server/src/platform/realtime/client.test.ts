import { expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Allowance } from './allowance.ts'
import { Client } from './client.ts'

const MB = 1024 * 1024

/** A socket whose other end reads nothing, so everything sent stays in the buffer. */
function setUp(allowances: Allowance[] = []) {
  const socket = {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send: vi.fn((text: string) => (socket.bufferedAmount += text.length)),
    terminate: vi.fn(),
    pong: vi.fn(),
  }
  const client = new Client({
    socket: socket as unknown as WebSocket,
    login: null,
    allowances,
    parties: [{ key: 'a', running: 1, waiting: 1 }],
  })
  return { socket, client }
}

it('closes the connection of a client that reads nothing before it uses much memory', () => {
  const { socket, client } = setUp()
  for (let n = 0; n < 24; n++) client.sendText('x'.repeat(MB))
  expect(socket.terminate).not.toHaveBeenCalled()
  client.sendText('x')
  expect(socket.terminate).toHaveBeenCalled()
})

it('sends one answer of any length, then nothing until it has been read', () => {
  const { socket, client } = setUp()
  client.sendText('x'.repeat(30 * MB))
  expect(socket.terminate).not.toHaveBeenCalled()
  client.sendText('x')
  expect(socket.terminate).toHaveBeenCalled()
})

it('treats a client as slow from 256 kB until it has read nearly everything', () => {
  const { socket, client } = setUp()
  const isSlowAt = (bytes: number): boolean => {
    socket.bufferedAmount = bytes
    return client.isSlow
  }
  expect([200, 300, 200, 20].map((kilobytes) => isSlowAt(kilobytes * 1024))).toEqual([false, true, true, true])
  expect([10, 200].map((kilobytes) => isSlowAt(kilobytes * 1024))).toEqual([false, false])
})

it('ignores pings of a client that does not read', () => {
  const { socket, client } = setUp()
  client.pong(Buffer.from(''))
  client.sendText('x'.repeat(MB))
  client.pong(Buffer.from(''))
  expect(socket.pong).toHaveBeenCalledOnce()
})

it('counts topics and messages against all allowances or none of them', () => {
  const limits = { sockets: 1, topics: 2, pending: 1, perSecond: 1, burst: 3 }
  const [own, shared] = [new Allowance({ ...limits, topics: 5 }, 0), new Allowance(limits, 0)]
  const { client } = setUp([own, shared])
  expect(['a', 'b', 'c', 'a'].map((topic) => client.takeTopic(topic))).toEqual([true, true, false, true])
  client.dropTopic('a')
  client.dropTopic('a')
  expect([client.takeTopic('c'), client.takeTopic('d')]).toEqual([true, false])
  expect([client.accepts(0), client.accepts(0), client.accepts(0), client.accepts(0), client.accepts(1000)]).toEqual([
    true,
    true,
    true,
    false,
    true,
  ])
})

it('lets answers begin in turn, as many at once as all allowances allow, and refuses more than 200 that wait', async () => {
  const limits = { sockets: 1, topics: 2, pending: 1, perSecond: 1, burst: 3 }
  const shared = new Allowance(limits, 0)
  const { client } = setUp([new Allowance({ ...limits, pending: 5 }, 0), shared])
  const { client: other } = setUp([new Allowance(limits, 0), shared])
  const begun: string[] = []
  const begin = async (name: string, one = client): Promise<void> =>
    void begun.push(`${name} ${await one.awaitAnswer()}`)
  await begin('a')
  const waiting = [begin('b'), begin('c', other), ...Array.from({ length: 199 }, (_, n) => begin(`d${n}`))]
  await begin('e')
  expect(begun).toEqual(['a true', 'e false'])
  for (let n = 0; n < waiting.length; n++) {
    client.endAnswer()
    await waiting[n]
    expect(begun).toHaveLength(n + 3)
  }
  expect(begun.slice(2, 5)).toEqual(['b true', 'c true', 'd0 true'])
})
