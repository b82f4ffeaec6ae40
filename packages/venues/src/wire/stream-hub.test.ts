import { expect, it } from 'vitest'
import { lineProtocol } from './line-protocol.fixture.ts'
import { StreamHub } from './stream-hub.ts'
import type { SocketHandlers } from './venue-socket.ts'
import { VirtualClock } from './virtual-clock.ts'

const HOUR = 3_600_000

/** A venue that confirms everything at once, and whose connections the test holds in its hands. */
function venue(refuses = () => false, silentFrom = Infinity) {
  const clock = new VirtualClock(0)
  const connections: {
    readonly at: number
    readonly sent: string[]
    readonly handlers: SocketHandlers
    isOpen: boolean
  }[] = []
  const streams = new Set<string>()
  const hub = new StreamHub({
    clock,
    protocol: lineProtocol,
    open: (_url, handlers) => {
      const connection = { at: clock.now(), sent: [] as string[], handlers, isOpen: true }
      connections.push(connection)
      clock.at(clock.now(), () => (refuses() ? handlers.lost() : handlers.opened()))
      return {
        send: (text) => {
          connection.sent.push(text)
          const [method, id, ...params] = text.split(' ')
          for (const stream of params) streams.add(stream)
          if (clock.now() >= silentFrom) return
          const answer = ['done', id, ...(method === 'list' ? streams : [])].join(' ')
          clock.at(clock.now(), () => connection.isOpen && handlers.message(answer))
        },
        close: () => (connection.isOpen = false),
      }
    },
  })
  const heard: unknown[] = []
  const join = (stream: string) =>
    hub.join(stream, {
      subscribed: () => heard.push(`subscribed ${stream}`),
      message: (data) => heard.push(data),
      garbage: () => heard.push('garbage'),
      alive: () => {},
      lost: () => heard.push(`lost ${stream}`),
    })
  const send = (at: number, u: number) => connections[at]?.handlers.message(`data quotes.a ${u}`)
  return { clock, connections, heard, join, send }
}

it('opens a successor after 23 hours, and closes the old connection once both have said the same', () => {
  const { clock, connections, heard, join, send } = venue()
  join('quotes.a')
  clock.advanceTo(HOUR)
  send(0, 1)
  clock.advanceTo(23 * HOUR - 1)
  expect(connections).toHaveLength(1)
  clock.advanceTo(23 * HOUR + 1)
  expect(connections.map(({ isOpen }) => isOpen)).toEqual([true, true])
  send(1, 3)
  send(0, 2)
  expect(connections.map(({ isOpen }) => isOpen)).toEqual([true, true])
  send(0, 3)
  send(1, 4)
  expect(connections.map(({ isOpen }) => isOpen)).toEqual([false, true])
  send(1, 55)
  expect(heard).toEqual([
    'subscribed quotes.a',
    { number: 1 },
    { number: 2 },
    { number: 3 },
    { number: 4 },
    { number: 55 },
  ])
})

it('loses nothing when the old connection ends before its successor was heard', () => {
  const { clock, connections, heard, join, send } = venue()
  join('quotes.a')
  clock.advanceTo(23 * HOUR + 1)
  send(0, 1)
  send(1, 2)
  connections[0]?.handlers.lost()
  send(1, 3)
  expect(heard.slice(1)).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
})

it('sends no faster than the venue allows, and many streams in one message', () => {
  const { clock, connections, join } = venue()
  for (let n = 0; n < 500; n++) join(`trades.${n}`)
  clock.advanceTo(900)
  const sent = connections[0]?.sent.map((text) => text.split(' ').length - 2) ?? []
  expect(sent.length).toBeLessThanOrEqual(5)
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(500)
})

it('pauses longer after each failed connection, however many streams want one', () => {
  let isDown = true
  const { clock, connections, join, heard } = venue(() => isDown)
  for (let n = 0; n < 20; n++) join(`trades.${n}`)
  clock.advanceTo(10 * 60_000)
  const pauses = connections.slice(1).map(({ at }, n) => at - (connections[n]?.at ?? 0))
  expect(pauses.slice(0, 3).map((ms, n) => ms >= 250 * 2 ** n && ms <= 500 * 2 ** n)).toEqual([true, true, true])
  for (const ms of pauses.slice(7)) expect(ms >= 15_000 && ms <= 30_000).toBe(true)
  isDown = false
  clock.advanceTo(11 * 60_000)
  expect(heard.at(-1)).toMatch(/^subscribed/)
})

it('gives up a connection on which nothing arrives any more, without an end of it', () => {
  const { clock, connections, heard, join } = venue(undefined, 60_000)
  join('quotes.a')
  join('quotes.b')
  clock.advanceTo(60_000)
  expect(heard).not.toContain('lost quotes.a')
  clock.advanceTo(75_000)
  expect(heard.slice(-2)).toEqual(['lost quotes.a', 'lost quotes.b'])
  expect(connections.map(({ isOpen }) => isOpen)).toEqual([false, true])
})
