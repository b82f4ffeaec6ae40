import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { ReconnectingSocket } from './reconnecting-socket.ts'
import { VirtualClock } from './virtual-clock.ts'
import { virtualSockets } from './virtual-socket.fixture.ts'

const HOUR = 3_600_000

async function start() {
  const clock = new VirtualClock(0)
  const { connections, openSocket } = virtualSockets(clock)
  const state = { silentUntil: null as number | null, pings: 0, lost: [] as string[] }
  const socket = new ReconnectingSocket({
    clock,
    url: 'ws://venue',
    openSocket,
    venueName: 'The venue',
    lifeMs: HOUR,
    pingMs: 1_000,
    silenceMs: 2_500,
    silentUntil: () => state.silentUntil,
    prepare: () => Promise.resolve(),
    opened: () => socket.send('hello'),
    message: () => {},
    ping: () => {
      state.pings += 1
      socket.send('ping')
    },
    lost: (reason) => void state.lost.push(reason),
  })
  onTestFinished(() => socket.close())
  /** Connections are opened in a later turn. */
  const advanceTo = async (time: number, stepMs = 500): Promise<void> => {
    while (clock.now() < time) {
      clock.advanceTo(Math.min(time, clock.now() + stepMs))
      await turn()
    }
  }
  await turn()
  clock.advanceTo(0)
  return { clock, connections, state, socket, advanceTo }
}

it('greets, and asks for signs of life, on each connection', async () => {
  const { connections, advanceTo, state } = await start()
  await advanceTo(1_000)
  expect(connections[0]?.sent.map(({ text }) => text)).toEqual(['hello', 'ping', 'ping'])
  connections[0]?.handlers.lost()
  await advanceTo(2_000)
  expect(connections[1]?.sent[0]?.text).toBe('hello')
  expect(state.lost).toEqual(['The connection to The venue was lost'])
})

it('gives up a silent connection and renews an old one', async () => {
  const { connections, advanceTo, state } = await start()
  await advanceTo(3_000)
  expect([state.lost, connections[0]?.isOpen]).toEqual([['The venue is silent'], false])
  const answering = await start()
  while (answering.clock.now() < HOUR) {
    await answering.advanceTo(answering.clock.now() + 1_000, 1_000)
    answering.connections.at(-1)?.handlers.message('pong')
  }
  expect(answering.state.lost).toEqual(['The connection to The venue is renewed'])
})

it('opens nothing and sends nothing while requests are forbidden, and goes on hearing', async () => {
  const { connections, advanceTo, state } = await start()
  state.silentUntil = 60_000
  const { pings } = state
  await advanceTo(30_000)
  expect([connections.length, state.pings, state.lost]).toEqual([1, pings, []])
  connections[0]?.handlers.lost()
  await advanceTo(59_500)
  expect(connections).toHaveLength(1)
  state.silentUntil = null
  await advanceTo(60_500)
  expect(connections).toHaveLength(2)
})

it('opens nothing after it was closed', async () => {
  const { connections, advanceTo, socket, state } = await start()
  connections[0]?.handlers.lost()
  socket.close()
  await advanceTo(60_000)
  expect([connections.length, state.lost.length]).toEqual([1, 1])
})
