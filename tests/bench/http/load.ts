import { Agent, request } from 'node:http'

export interface Asked {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Load {
  readonly requests: number
  readonly seconds: number
  readonly p99: number
  /** The answer's body as transferred. */
  readonly bytes: number
}

export interface LoadOptions {
  readonly base: string
  readonly connections: number
  readonly ms: number
  readonly ask: (count: number) => Asked
  /** Runs before each request; not part of the measured time. */
  readonly before?: () => Promise<unknown> | undefined
  /** The status expected of answers. */
  readonly status: number
}

/** Keeps a number of connections busy for a time, each with one request after another. */
export async function load({ base, connections, ms, ask, before, status }: LoadOptions): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let bytes = 0
  let count = 0
  const start = performance.now()
  const connection = async (): Promise<void> => {
    while (performance.now() - start < ms) {
      await before?.()
      const began = performance.now()
      const answer = await send(agent, base, ask(count++))
      if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text()}`)
      bytes += answer.bytes
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  agent.destroy()
  const seconds = (performance.now() - start) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  return { requests: times.length, seconds, p99, bytes: Math.round(bytes / times.length) }
}

export interface Received {
  readonly status: number
  readonly bytes: number
  readonly etag: string | undefined
  text(): string
}

/** Sends one request and reads the answer as transferred. */
export function send(agent: Agent, base: string, { path, headers }: Asked): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(base + path, { agent, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          bytes: parts.reduce((sum, part) => sum + part.length, 0),
          etag: response.headers.etag,
          text: () => Buffer.concat(parts).toString().slice(0, 300),
        }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}
