import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface FlakyProxy {
  readonly url: string
  /** What the programs behind it had to bear so far. */
  readonly seen: { limited: number; lost: number }
  /** Of so many calls from now on, the server does what is asked, and nobody hears its answer. */
  loseAnswers(count: number): void
  /** The server gets the next message of each socket, and its program loses the connection instead of hearing the answer. */
  loseNextReply(): void
  stop(): Promise<void>
}

/** In front of a server: answers the first call with 429, and loses the first socket once the program has sent something. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target)
  const seen = { limited: 0, lost: 0 }
  let toLose = 0
  let losesReply = false
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    if (seen.limited === 0) {
      seen.limited++
      outgoing.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' })
      outgoing.end('{"code":"too-many-requests","kind":"limit","message":"Too many requests"}')
      return
    }
    const { method, url, headers } = incoming
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (toLose > 0) {
        toLose--
        outgoing.destroy()
        answer.resume()
        return
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (incoming, socket, head) => {
    const isLost = seen.lost === 0
    seen.lost = 1
    const onward = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, n, all) => (n % 2 === 0 ? [`${name}: ${all[n + 1]}`] : []))
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.on('data', (reply: Buffer) => {
        if (losesReply) socket.destroy()
        else socket.write(reply)
        losesReply = false
      })
      if (isLost) socket.once('data', () => socket.destroy())
      else socket.pipe(onward)
    })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy())
      one.once('close', () => other.destroy())
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    loseAnswers: (count) => {
      toLose = count
    },
    loseNextReply: () => {
      losesReply = true
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => void server.close(() => done()))
    },
  }
}
