import { execFileSync } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ece from 'http_ece'

export interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** What it answers from now on. */
  answer(status: number, headers?: Record<string, string>): void
  stop(): Promise<void>
}

/** Keeps what it is sent. */
export async function startWebhookReceiver(): Promise<Receiver> {
  return receiver('http', (handle) => createHttpServer(handle))
}

export interface PushService extends Receiver {
  /** A file with the certificate that it is trusted by. */
  readonly caFile: string
  /** A browser that has subscribed. */
  subscribe(): Subscriber
}

export interface Subscriber {
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  read(body: Buffer): unknown
}

/** A push service with a certificate of its own. */
export async function startPushService(): Promise<PushService> {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-push-'))
  const [keyFile, caFile] = [join(folder, 'key.pem'), join(folder, 'ca.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=push', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', keyFile, '-out', caFile, '-days', '2', ...names], {
    stdio: 'ignore',
  })
  const certificate = { key: readFileSync(keyFile), cert: readFileSync(caFile) }
  const service = await receiver('https', (handle) => createHttpsServer(certificate, handle), 201)
  let browsers = 0
  return {
    ...service,
    caFile,
    subscribe: () => {
      const privateKey = createECDH('prime256v1')
      const p256dh = privateKey.generateKeys('base64url')
      const authSecret = randomBytes(16).toString('base64url')
      return {
        subscription: { endpoint: `${service.url}/browser/${(browsers += 1)}`, p256dh, auth: authSecret },
        read: (body) =>
          JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString('utf8')),
      }
    },
    stop: async () => {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function receiver(scheme: string, open: (handle: Handler) => Server, usual = 200): Promise<Receiver> {
  const received: Received[] = []
  let [status, headers]: [number, Record<string, string>] = [usual, {}]
  const server = open((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next, more = {}) => ([status, headers] = [next, more]),
    stop: () => new Promise((done) => void server.close(() => done())),
  }
}
