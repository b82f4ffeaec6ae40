import { createHmac } from 'node:crypto'
import type { AccountOptions } from '../binance/trading/lab-account.ts'
import type { BinanceLab } from '../binance/start-binance-lab.ts'
import { StreamClient } from './stream-client.fixture.ts'

/** The key of the vendor's documentation. */
export const VENDOR_KEY: AccountOptions = {
  apiKey: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
  secret: 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j',
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

/** Sends requests as an account of a stand-in, signed in the way that the vendor documents. */
export class SigningClient {
  readonly #lab: BinanceLab
  readonly #account: AccountOptions

  constructor(lab: BinanceLab, account: AccountOptions = VENDOR_KEY) {
    this.#lab = lab
    this.#account = account
  }

  async call(method: string, path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const query = new URLSearchParams({ timestamp: String(this.#lab.clock.now()), ...fields }).toString()
    return this.send(method, `${path}?${query}&signature=${this.#sign(query)}`)
  }

  /** With nothing added. */
  async send(method: string, path: string, body: string | null = null): Promise<Answer> {
    const headers = { 'X-MBX-APIKEY': this.#account.apiKey, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${this.#lab.rest}${path}`, { method, headers, body })
    return { status: answer.status, body: await answer.json(), headers: answer.headers }
  }

  async order(fields: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call('POST', '/api/v3/order', { symbol: 'BTCUSDT', ...fields })
  }

  /** Listens to the events of the account. */
  async events(): Promise<StreamClient> {
    const client = await StreamClient.open(this.#lab.wsApi)
    const params = { apiKey: this.#account.apiKey, timestamp: this.#lab.clock.now() }
    const signature = this.#sign(`apiKey=${params.apiKey}&timestamp=${params.timestamp}`)
    client.send({ id: 1, method: 'userDataStream.subscribe.signature', params: { ...params, signature } })
    await client.count(1)
    return client
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#account.secret).update(payload).digest('hex')
  }
}
