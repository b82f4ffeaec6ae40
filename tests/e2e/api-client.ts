/** A client of the HTTP interface that keeps its cookie and throws on any failure. */
export class ApiClient {
  readonly #url: string
  #cookie = ''

  constructor(url: string) {
    this.#url = url
  }

  async register(name: string): Promise<void> {
    const password = 'a password of some length'
    await this.call('POST', '/public-api/register', {
      regUsername: name,
      regEmail: `${name}@example.com`,
      regPassword: password,
      regRepeatPassword: password,
    })
  }

  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const isForm = body instanceof FormData
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        ...this.headers(),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (cookies.length > 0) this.#cookie = cookies.join('; ')
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as Answer
  }

  /** The status of a fully read response; null if there was none. */
  async status(path: string): Promise<number | null> {
    try {
      const answer = await fetch(this.#url + path, { headers: this.headers() })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return null
    }
  }

  headers(): Record<string, string> {
    return { ...(this.#cookie === '' ? {} : { cookie: this.#cookie }), origin: this.#url }
  }
}
