import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SocketClient, type SocketLike } from './socket-client.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

class FakeSocket extends EventTarget {
  readyState: 0 | 1 | 2 | 3 = 0
  readonly sent: Record<string, unknown>[] = []

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }

  accept(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  say(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

function setUp() {
  const sockets: FakeSocket[] = []
  const client = new SocketClient({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as SocketLike
    },
    random: () => 0.5,
  })
  client.start()
  const last = (): FakeSocket => sockets.at(-1) as FakeSocket
  return { client, sockets, last }
}

const progress = (value: number) => ({
  type: 'event',
  topic: 'backtests',
  payload: {
    event: 'progress',
    data: {
      id: ID,
      algorithmId: ID,
      status: 'In Progress',
      progress: value,
      time: null,
      equity: null,
      positionCount: null,
    },
  },
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('topics', () => {
  it('sends one subscribe for the first listener and one unsubscribe after the last', () => {
    const { client, last } = setUp()
    last().accept()
    const leaveFirst = client.subscribe('backtests', () => {})
    const leaveSecond = client.subscribe('backtests', () => {})
    leaveFirst()
    leaveFirst()
    expect(last().sent).toEqual([{ type: 'subscribe', topic: 'backtests' }])
    leaveSecond()
    expect(last().sent.at(-1)).toEqual({ type: 'unsubscribe', topic: 'backtests' })
  })

  it('delivers an event to all listeners of its topic, and to no others', () => {
    const { client, last } = setUp()
    last().accept()
    const [listener, other] = [vi.fn(), vi.fn()]
    client.subscribe('backtests', listener)
    client.subscribe('imports', other)
    last().say(progress(12))
    expect(listener).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: 'progress' }))
    expect(other).not.toHaveBeenCalled()
  })

  it('ignores invalid messages', () => {
    const { client, last } = setUp()
    last().accept()
    const listener = vi.fn()
    client.subscribe('backtests', listener)
    last().say('{not json')
    last().say({ type: 'event', topic: 'backtests', payload: { event: 'invented' } })
    last().say(progress(50))
    expect(listener).toHaveBeenCalledOnce()
  })
})

describe('a lost connection', () => {
  it('is reopened with increasing delays, and subscriptions are restored', () => {
    const { client, sockets, last } = setUp()
    last().accept()
    client.subscribe('backtests', () => {})
    last().close()
    expect(client.state).toBe('connecting')
    vi.advanceTimersByTime(500)
    expect(sockets).toHaveLength(2)
    last().close()
    vi.advanceTimersByTime(500)
    expect(sockets).toHaveLength(2)
    vi.advanceTimersByTime(500)
    expect(sockets).toHaveLength(3)
    last().accept()
    expect(client.state).toBe('open')
    expect(last().sent).toEqual([{ type: 'subscribe', topic: 'backtests' }])
  })

  it('is detected when the server stops sending', () => {
    const { sockets, last } = setUp()
    last().accept()
    vi.advanceTimersByTime(40_000)
    last().say({ type: 'pong' })
    vi.advanceTimersByTime(40_000)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(40_000)
    expect(sockets.length).toBeGreaterThan(1)
  })

  it('is suspected within seconds of silence, until the server answers', () => {
    const { client, sockets, last } = setUp()
    last().accept()
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1_000)
      last().say({ type: 'pong' })
    }
    expect(client.state).toBe('open')
    expect(last().sent).toEqual([])
    vi.advanceTimersByTime(15_000)
    expect(client.state).toBe('silent')
    expect(last().sent).toEqual([{ type: 'ping' }])
    last().say({ type: 'pong' })
    expect(client.state).toBe('open')
    expect(sockets).toHaveLength(1)
  })

  it('stays closed after stop', () => {
    const { client, sockets, last } = setUp()
    last().accept()
    client.stop()
    vi.advanceTimersByTime(60_000)
    expect(client.state).toBe('closed')
    expect(sockets).toHaveLength(1)
  })
})

describe('requests', () => {
  it('resolve with their own reply', async () => {
    const { client, last } = setUp()
    last().accept()
    const first = client.request(3, 'fetch-log', { id: ID })
    const second = client.request(3, 'fetch-charts', { id: ID })
    const [one, two] = last().sent as { id: number }[]
    last().say({ type: 'reply', id: two?.id, ok: true, data: 'charts' })
    last().say({ type: 'reply', id: one?.id, ok: false, data: null, error: 'Unable to fetch log' })
    await expect(second).resolves.toBe('charts')
    await expect(first).rejects.toThrow('Unable to fetch log')
  })

  it('fail after the timeout', async () => {
    const { client, last } = setUp()
    last().accept()
    const asked = client.request(3, 'fetch-log', { id: ID }, 6000)
    const refused = expect(asked).rejects.toThrow('No answer to fetch-log within 6 s')
    vi.advanceTimersByTime(6000)
    await refused
  })

  it('fail at once without a connection, and when it is lost', async () => {
    const { client, last } = setUp()
    await expect(client.request(3, 'stop', { id: ID })).rejects.toThrow('Unable to connect to server')
    last().accept()
    const asked = client.request(3, 'stop', { id: ID })
    last().close()
    await expect(asked).rejects.toThrow('lost')
  })
})
