import { AppError } from '../errors/app-error.ts'
import { FairQueue } from '../http/fair-queue.ts'
import type { Client } from './client.ts'
import type { Update } from './topic.ts'
import type { FoundTopic } from './topic-registry.ts'

/** How long the answer for visitors is cached. */
const REMEMBERED_MS = 1000
const MAX_REMEMBERED = 10_000
/** Limits of concurrent database lookups by all visitors together, so that signed-in users are not delayed. */
const VISITORS = { running: 3, waiting: 300 }

type Viewer = Pick<Client, 'userId' | 'parties'>

/** Checks who may listen to topics and reads their snapshots, with a limit for visitors. */
export class TopicAccess {
  readonly #visitors = new FairQueue(VISITORS)
  readonly #remembered = new Map<string, { readonly until: number; readonly audience: Promise<string> }>()

  /** The client's audience; throws if the client may not listen. */
  admit(name: string, { topic, id }: FoundTopic, client: Viewer): Promise<string> {
    if (client.userId !== null) return topic.admit(id, client.userId)
    const known = this.#remembered.get(name)
    if (known && known.until > performance.now()) return known.audience
    const audience = this.#visitors.run(client.parties, () => topic.admit(id, null))
    this.#remember(name, audience)
    return audience
  }

  /** Throws if the client has no access. */
  snapshot({ topic, id }: FoundTopic, client: Viewer): Promise<Update[]> {
    if (client.userId !== null) return topic.snapshot(id, client.userId)
    return this.#visitors.run(client.parties, () => topic.snapshot(id, null))
  }

  #remember(name: string, audience: Promise<string>): void {
    this.#remembered.delete(name)
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value as string)
    this.#remembered.set(name, { until: performance.now() + REMEMBERED_MS, audience })
    // A lookup that was rejected because of the limit says nothing about the topic.
    audience.catch(
      (error: unknown) => (error instanceof AppError && error.kind === 'not-found') || this.#remembered.delete(name),
    )
  }
}
