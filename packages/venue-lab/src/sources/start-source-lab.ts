import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { FakeError, type SourceFake } from './source-fake.ts'

/** What goes wrong with the next requests. */
export interface SourceFault {
  /** A status, or an answer of another kind. `elsewhere` and `here` are redirects. */
  readonly do: number | 'html' | 'cut' | 'slow' | 'drop' | 'elsewhere' | 'here' | 'huge'
  /** Default 1. */
  readonly times?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface SourceLab {
  readonly url: string
  /** Every request that came, by its path and query. */
  readonly requests: readonly URL[]
  /** How many there were at the same time at most. */
  readonly maxAtOnce: number
  fail(fault: SourceFault): void
  stop(): Promise<void>
}

export interface SourceLabOptions {
  /** How long each answer takes. */
  readonly delayMs?: number
  /** Where a redirect leads. */
  readonly elsewhere?: string
}

/** Serves a stand-in on the loopback. */
export async function startSourceLab(fake: SourceFake, options: SourceLabOptions = {}): Promise<SourceLab> {
  const requests: URL[] = []
  const faults: { fault: SourceFault; left: number }[] = []
  let [open, most] = [0, 0]
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://fake')
    requests.push(url)
    most = Math.max(most, ++open)
    response.on('close', () => (open -= 1))
    const next = faults.find(({ left }) => left > 0)
    if (next) next.left -= 1
    void wait(options.delayMs ?? 0).then(() => answer(fake, url, response, next?.fault ?? null, options))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    get maxAtOnce() {
      return most
    },
    fail: (fault) => void faults.push({ fault, left: fault.times ?? 1 }),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(
  fake: SourceFake,
  url: URL,
  response: ServerResponse,
  fault: SourceFault | null,
  { elsewhere = 'http://elsewhere.invalid/' }: SourceLabOptions,
): void {
  const send = (status: number, body: unknown): void => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type = typeof body === 'string' ? 'text/plain' : 'application/json'
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...fault?.headers })
    response.end(text)
  }
  const kind = fault?.do
  if (typeof kind === 'number') return send(kind, fake.error(kind, url.search))
  if (kind === 'html') return send(200, '<!DOCTYPE html><title>Maintenance</title>')
  if (kind === 'drop') return void response.destroy()
  if (kind === 'slow') return void response.writeHead(200).write('{')
  if (kind === 'elsewhere') return void response.writeHead(302, { location: `${elsewhere}${url.search}` }).end()
  if (kind === 'here') return void response.writeHead(302, { location: url.pathname + url.search }).end()
  const { status = 200, body } = answerOf(fake, url)
  const plain = typeof body === 'string' ? body : JSON.stringify(body)
  // What it would be without its size could be read.
  if (kind === 'huge') return send(status, plain + '\n'.repeat(17 * 1024 * 1024))
  if (kind !== 'cut') return send(status, body)
  const text = Buffer.from(plain)
  response.writeHead(200, { 'content-length': text.length })
  response.write(text.subarray(0, text.length / 2), () => response.destroy())
}

function answerOf(fake: SourceFake, { pathname, searchParams }: URL) {
  try {
    return fake.answer({ path: pathname.slice(1).split('/').map(decodeURIComponent), query: searchParams })
  } catch (error) {
    if (error instanceof FakeError) return error
    throw error
  }
}
