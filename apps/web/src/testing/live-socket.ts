import type { ServerEvent } from '@tradeloom/contracts'
import { act, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { socket } from '../realtime/socket.ts'

type Sent = { readonly type: string; readonly topic?: string; readonly name?: string; readonly [key: string]: unknown }

interface LiveSocket {
  /** What the page has sent, oldest first. */
  readonly sent: readonly Sent[]
  /** Sends an event to the page, and lets it draw. */
  readonly say: (topic: string, event: ServerEvent) => Promise<void>
  /** Answers the newest request of a name. */
  readonly reply: (
    name: string,
    reply: { readonly ok: boolean; readonly data?: unknown; readonly error?: string },
  ) => Promise<void>
  /** Loses the connection; the page has another one at once. */
  readonly lose: () => void
  readonly close: () => void
}

/** Connects the page's socket to a server in the test. Call `close` at its end. */
export function liveSocket(): LiveSocket {
  const sent: Sent[] = []
  class FakeSocket extends EventTarget {
    readyState = 1
    send(text: string): void {
      sent.push(JSON.parse(text) as Sent)
    }
    close(): void {
      this.readyState = 3
    }
  }
  const opened = new FakeSocket()
  // What a constructor returns is what `new` gives.
  vi.stubGlobal('WebSocket', function connect() {
    return opened
  })
  // Another file of the worker may have left it connecting.
  socket.restart()
  act(() => void opened.dispatchEvent(new Event('open')))
  const receive = async (message: unknown): Promise<void> => {
    await act(async () => {
      opened.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
      // Prices are written once a frame.
      await new Promise((resolve) => requestAnimationFrame(resolve))
    })
  }
  return {
    sent,
    say: async (topic, payload) => {
      // A panel subscribes a moment after it is drawn; what comes before would be lost.
      await waitFor(() => expect(sent.some((one) => one.type === 'subscribe' && one.topic === topic)).toBe(true))
      await receive({ type: 'event', topic, payload })
    },
    reply: (name, reply) => {
      const id = sent.findLast((one) => one.type === 'request' && one.name === name)?.['id']
      return receive({ type: 'reply', id, data: null, ...reply })
    },
    lose: () =>
      act(() => {
        socket.restart()
        opened.readyState = 1
        opened.dispatchEvent(new Event('open'))
      }),
    close: () => act(() => socket.stop()),
  }
}
