import { clientMessage } from '@tradeloom/contracts'

const WITHIN_MS = 3_000

/** What a program that cannot set headers sends first, and soon: its key. */
export class FirstMessage {
  readonly #until: number
  #isDue = true

  constructor(openedAt: number) {
    this.#until = openedAt + WITHIN_MS
  }

  /** The key in a message; null if the message is something else, or it comes too late. */
  keyIn(text: string, now: number): string | null {
    const isDue = this.#isDue && now <= this.#until
    this.#isDue = false
    if (!isDue || !text.includes('"authenticate"')) return null
    try {
      const { data } = clientMessage.safeParse(JSON.parse(text))
      return data?.type === 'authenticate' ? data.key : null
    } catch {
      return null
    }
  }
}
