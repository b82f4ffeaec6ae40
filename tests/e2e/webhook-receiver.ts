import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Received {
  readonly signature: string
  readonly body: string
}

/** Somebody whom a webhook tells what has happened. */
export interface WebhookReceiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Answers with this status from now on. */
  answer(status: number): void
  stop(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  let status = 200
  const take = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    received.push({ signature: String(request.headers['tradeloom-signature']), body: await text(request) })
    reply.writeHead(status).end()
  }
  const server = createServer((request, reply) => void take(request, reply))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => (status = next),
    stop: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/** Whether the holder of the secret has signed the message, as a receiver checks it. */
export function isSignedWith(secret: string, { signature, body }: Received): boolean {
  const [, time, stated] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex') === stated
}
