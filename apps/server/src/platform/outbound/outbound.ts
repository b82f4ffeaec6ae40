import { lookup as lookUp } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isPublicAddress } from './is-public-address.ts'

const ANSWER_MS = 10_000
const MAX_ANSWER = 64 * 1024

export interface OutboundCall {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** Ends it sooner than the limit of time. */
  readonly signal?: AbortSignal | undefined
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** At most 64 kB of it. */
  readonly text: string
}

export interface OutboundOptions {
  /** Addresses and networks that are called although they are not on the internet. */
  readonly networks: readonly string[]
  /** Certificates that are trusted besides the usual ones. */
  readonly ca?: string | undefined
  readonly lookup?: (host: string) => Promise<readonly { readonly address: string }[]>
}

/** The address is none that this server calls. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
}

/**
 * Calls addresses that people have entered, or that what they have entered names. A name is resolved once, and the connection goes to what it was resolved to:
 * a name that means something else a moment later reaches nothing else. Redirects are answers like any other.
 */
export class Outbound {
  readonly #options: OutboundOptions

  constructor(options: OutboundOptions) {
    this.#options = options
  }

  /** Throws if nothing answers within 10 seconds. */
  async send({ url, method, headers, body, signal: given }: OutboundCall): Promise<OutboundAnswer> {
    const target = new URL(url)
    if (target.protocol !== 'https:' && target.protocol !== 'http:') throw new OutboundRefused('Only http and https')
    const limit = AbortSignal.timeout(ANSWER_MS)
    const signal = given ? AbortSignal.any([given, limit]) : limit
    const address = await this.#resolve(target.hostname.replace(/^\[|\]$/g, ''))
    const { ca } = this.#options
    const request = target.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const family = isIP(address)
      const call = request(
        target,
        {
          method,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          signal,
          agent: false,
          ...(ca === undefined ? {} : { ca }),
          lookup: (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
        },
        (answer) => {
          readAnswer(answer).then(resolve, reject)
        },
      )
      call.on('error', (error) => reject(limit.aborted ? new Error('No answer within 10 seconds') : error))
      call.end(body)
    })
  }

  /** Whether the address can be called at all; the reason if not. */
  async problemOf(url: string): Promise<string | null> {
    try {
      await this.#resolve(new URL(url).hostname.replace(/^\[|\]$/g, ''))
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async #resolve(host: string): Promise<string> {
    const { networks, lookup = (name: string) => lookUp(name, { all: true }) } = this.#options
    const found = isIP(host) === 0 ? await lookup(host).catch(() => []) : [{ address: host }]
    const [first] = found
    if (first === undefined) throw new Error(`There is no host ${host}`)
    if (!found.every(({ address }) => isPublicAddress(address, networks)))
      throw new OutboundRefused(`${host} is not on the internet. The operator of this server can allow its network`)
    return first.address
  }
}

async function readAnswer(answer: IncomingMessage): Promise<OutboundAnswer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    // Leaving the loop ends the connection.
    if (size >= MAX_ANSWER) break
  }
  const text = Buffer.concat(parts).subarray(0, MAX_ANSWER).toString('utf8')
  return { status: answer.statusCode ?? 0, headers: answer.headers, text }
}
