import { expect, it } from 'vitest'
import { PacedSocket } from './paced-socket.ts'
import { VirtualClock } from './virtual-clock.ts'
import { virtualSockets } from './virtual-socket.fixture.ts'

function start() {
  const clock = new VirtualClock(0)
  const { connections, openSocket } = virtualSockets(clock)
  const waiting: string[] = []
  const lost: number[] = []
  const socket = new PacedSocket('ws://venue', {
    clock,
    open: openSocket,
    pace: { sendMs: 100, lookMs: 1_000, silenceMs: 2_500 },
    handlers: {
      message: () => {},
      next: () => waiting.shift() ?? null,
      look: () => 'alive?',
      lost: () => void lost.push(clock.now()),
    },
  })
  const [connection] = connections
  if (!connection) throw new Error('No connection was opened')
  return { clock, connection, lost, socket, waiting }
}

it('sends what waits with pauses in between, the question for a sign of life included', () => {
  const { clock, connection, socket, waiting } = start()
  waiting.push('a', 'b', 'c')
  clock.advanceTo(500)
  waiting.push('d')
  socket.sendSoon()
  socket.sendSoon()
  clock.advanceTo(600)
  expect(connection.sent.filter(({ text }) => text !== 'alive?')).toEqual([
    { at: 0, text: 'a' },
    { at: 100, text: 'b' },
    { at: 200, text: 'c' },
    { at: 500, text: 'd' },
  ])
})

it('asks what is worth sending only when it may be sent', () => {
  const { clock, connection, socket, waiting } = start()
  waiting.push('a', 'outdated')
  clock.advanceTo(50)
  waiting[0] = 'newer'
  socket.sendSoon()
  clock.advanceTo(200)
  expect(connection.sent.map(({ text }) => text)).toContain('newer')
  expect(connection.sent.map(({ text }) => text)).not.toContain('outdated')
})

it('gives up a connection that is silent, once, and says nothing of one that was closed here', () => {
  const { clock, connection, lost } = start()
  clock.advanceTo(1_500)
  connection.handlers.message('yes')
  clock.advanceTo(60_000)
  connection.handlers.lost()
  expect([lost, connection.isOpen]).toEqual([[4_000], false])
  const other = start()
  other.socket.close()
  other.clock.advanceTo(60_000)
  expect(other.lost).toEqual([])
})
