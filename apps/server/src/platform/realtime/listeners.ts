import type { Client } from './client.ts'
import { listenKey } from './topics.ts'

/** Who listens to what. */
export class Listeners {
  readonly #byKey = new Map<string, Set<Client>>()

  /** Of a topic that the client has taken. */
  add(client: Client, topic: string): void {
    // It may have gone, or wanted it no more, while it was looked up what it may see.
    if (!client.isOpen || !client.topics.has(topic)) return
    const key = listenKey(topic, client.userId)
    const found = this.#byKey.get(key)
    if (found) found.add(client)
    else this.#byKey.set(key, new Set([client]))
  }

  remove(client: Client, topic: string): void {
    client.dropTopic(topic)
    const key = listenKey(topic, client.userId)
    const found = this.#byKey.get(key)
    found?.delete(client)
    if (found?.size === 0) this.#byKey.delete(key)
  }

  removeAll(client: Client): void {
    for (const topic of client.topics) this.remove(client, topic)
  }

  of(key: string): Iterable<Client> {
    return this.#byKey.get(key) ?? []
  }
}
