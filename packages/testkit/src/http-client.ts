import { requireExact } from './require-exact.ts'

/** The HTTP side of a browser: keeps cookies, speaks JSON. Fails on amounts that are not exact. */
export class HttpClient {
  readonly base: string
  #cookies = new Map<string, string>()

  constructor(base: string) {
    this.base = base
  }

  /** The same login at another server. */
  at(base: string): HttpClient {
    const client = new HttpClient(base)
    client.#cookies = this.#cookies
    return client
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof FormData
    const response = await fetch(this.base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.#cookies.size === 0 ? {} : { cookie: this.cookie }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as string | FormData) : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    const text = await response.text()
    const json = parse(text)
    requireExact(path, json)
    return { status: response.status, headers: response.headers, text, json }
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path)
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.call('POST', path, body)
  }

  /** Repeats the call until the reply matches; the test's own time limit ends it. */
  async until(path: string, fits: (json: never) => boolean): Promise<Answer> {
    for (;;) {
      const answer = await this.get(path)
      if (answer.status === 200 && fits(answer.json as never)) return answer
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

/** A program that sends a key with every call. */
export class ProgramClient extends HttpClient {
  readonly authorization: string

  constructor(base: string, { key, secret }: { readonly key: string; readonly secret: string }) {
    super(base)
    this.authorization = `Bearer ${key}.${secret}`
  }

  override call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return super.call(method, path, body, { authorization: this.authorization, ...headers })
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it as they please
  readonly json: any
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Registers a user and stays signed in. */
export async function signUp(base: string, name: string, entrance: object = {}): Promise<HttpClient> {
  const client = new HttpClient(base)
  const answer = await client.post('/public-api/register', {
    regUsername: name,
    regEmail: `${name}@example.com`,
    regPassword: 'correct horse',
    regRepeatPassword: 'correct horse',
    ...entrance,
  })
  if (answer.status !== 200) throw new Error(`${name} could not register: ${answer.text}`)
  return client
}
