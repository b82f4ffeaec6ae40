import { type EndpointName, endpoints, errorBody } from '@tradeloom/contracts'
import { UserError } from '@tradeloom/domain'
import type { z } from 'zod'

export interface ServerAccount {
  readonly server: string
  readonly user: string
  readonly password: string
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type Reply<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['response']>

/** A login on a server, for calls as its user. */
export class ServerSession {
  readonly #server: string
  readonly #cookie: string

  private constructor(server: string, cookie: string) {
    this.#server = server
    this.#cookie = cookie
  }

  static async open({ server, user, password }: ServerAccount): Promise<ServerSession> {
    const { path } = endpoints.login
    const response = await send(server, path, 'POST', { username: user, password })
    if (!response.ok) throw new UserError('invalid-input', await messageOf(response))
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    return new ServerSession(server, cookie)
  }

  async call<Name extends EndpointName>(name: Name, { params = {}, body }: CallInput = {}): Promise<Reply<Name>> {
    const { method, path, response: schema } = endpoints[name]
    const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const response = await send(this.#server, filled, method, body, this.#cookie)
    if (!response.ok) throw new UserError('invalid-input', await messageOf(response))
    const parsed = schema.safeParse(await response.json())
    if (!parsed.success)
      throw new UserError('invalid-input', `The server at ${this.#server} has another version than this program`)
    return parsed.data as Reply<Name>
  }

  /** Ends the login, so that none is left behind for each call of the program. */
  async close(): Promise<void> {
    await send(this.#server, endpoints.logout.path, endpoints.logout.method, undefined, this.#cookie).catch(() => null)
  }
}

async function send(server: string, path: string, method: string, body: unknown, cookie?: string): Promise<Response> {
  const headers = {
    // The server accepts changes from its own pages and programs only.
    origin: new URL(server).origin,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(cookie === undefined ? {} : { cookie }),
  }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  try {
    return await fetch(new URL(path, server), init)
  } catch {
    throw new UserError('invalid-input', `No server answers at ${server}`)
  }
}

async function messageOf(response: Response): Promise<string> {
  const parsed = errorBody.safeParse(await response.json().catch(() => null))
  return parsed.success ? parsed.data.message : `The server answered with status ${response.status}`
}
