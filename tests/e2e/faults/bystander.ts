import { ApiClient } from '../api-client.ts'

const PAUSE_MS = 40
/** The status of a server that is starting, away or busy; any other status from 500 is a fault. */
const MAY_ANSWER = 503

/** Another user who keeps working: sends small requests all the time and records how long each took in the end. */
export class Bystander {
  readonly #client: ApiClient
  readonly #waits: number[] = []
  readonly #bad: string[] = []
  #isStopped = false
  readonly #ended: Promise<void>

  private constructor(client: ApiClient) {
    this.#client = client
    this.#ended = this.#work()
  }

  static async join(url: string, name: string): Promise<Bystander> {
    const client = new ApiClient(url)
    await client.register(name)
    return new Bystander(client)
  }

  /** Milliseconds until a response, including retries. */
  get waits(): readonly number[] {
    return this.#waits
  }

  get client(): ApiClient {
    return this.#client
  }

  /** Stops it and returns responses that nobody should get. */
  async leave(): Promise<string[]> {
    this.#isStopped = true
    await this.#ended
    return [...new Set(this.#bad)]
  }

  async #work(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn++) {
      const path = ['/api/algorithms', '/api/backtests', '/public-api/instruments/USD', '/api/user'][turn % 4] as string
      const since = performance.now()
      while (!this.#isStopped && !(await this.#ask(path))) await pause(PAUSE_MS)
      if (!this.#isStopped) this.#waits.push(performance.now() - since)
      await pause(PAUSE_MS)
    }
  }

  async #ask(path: string): Promise<boolean> {
    const status = await this.#client.status(path)
    if (status !== null && status !== 200 && status !== MAY_ANSWER) this.#bad.push(`GET ${path} answered ${status}`)
    return status === 200
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
