import type { Fetch } from './venue-requests.ts'
import type { OpenSocket } from './venue-socket.ts'

const HANDSHAKE_MS = 10_000
/** No venue sends a longer line. */
const MAX_LINE = 1024 * 1024

/** Opens answers that never end, of which each line is a message. Nothing can be sent. */
export function lineSocket(headers: Readonly<Record<string, string>>, fetch: Fetch = globalThis.fetch): OpenSocket {
  return (url, handlers) => {
    const end = new AbortController()
    let isOver = false
    const lose = (): void => {
      if (isOver) return
      isOver = true
      end.abort()
      handlers.lost()
    }
    const handshake = setTimeout(lose, HANDSHAKE_MS)
    const follow = async (): Promise<void> => {
      const { ok, body } = await fetch(url, { headers, redirect: 'error', signal: end.signal })
      clearTimeout(handshake)
      if (!ok || body === null || isOver) return
      handlers.opened()
      for await (const line of linesOf(body)) if (!isOver) handlers.message(line)
    }
    follow()
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(handshake)
        lose()
      })
    return {
      send: () => {},
      close: () => {
        isOver = true
        clearTimeout(handshake)
        end.abort()
      },
    }
  }
}

/** Without empty ones, and without the last one if it is not whole. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of body) {
    const lines = `${rest}${decoder.decode(part, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new Error('A line of the venue does not end')
    for (const line of lines) if (line.trim() !== '') yield line
  }
}
