import { AppError } from '../errors/app-error.ts'
import { FairQueue } from '../http/fair-queue.ts'
import type { Client } from './client.ts'
import type { Update } from './topic.ts'
import type { FoundTopic } from './topic-registry.ts'

/** How long it is remembered whether visitors may listen to a topic. */
const REMEMBERED_MS = 1000
const MAX_REMEMBERED = 10_000
/** Database look-ups of all visitors together: they must not keep it from users who are signed in. */
const VISITORS = { running: 3, waiting: 300 }

type Viewer = Pick<Client, 'userId' | 'parties'>

/** Asks topics who may listen and what they see first, with a limit for visitors. */
export class TopicAccess {
  readonly #visitors = new FairQueue(VISITORS)
  readonly #remembered = new Map<string, { readonly until: number; readonly audience: Promise<string> }>()

  /** The client's audience; throws when it may not listen. */
  admit(name: string, { topic, id }: FoundTopic, client: Viewer): Promise<string> {
    if (client.userId !== null) return topic.admit(id, client.userId)
    const known = this.#remembered.get(name)
    if (known && known.until > performance.now()) return known.audience
    const audience = this.#visitors.run(client.parties, () => topic.admit(id, null))
    this.#remember(name, audience)
    return audience
  }

  /** Throws when the client may not see it. */
  snapshot({ topic, id }: FoundTopic, client: Viewer): Promise<Update[]> {
    if (client.userId !== null) return topic.snapshot(id, client.userId)
    return this.#visitors.run(client.parties, () => topic.snapshot(id, null))
  }

  #remember(name: string, audience: Promise<string>): void {
    this.#remembered.delete(name)
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value as string)
    this.#remembered.set(name, { until: performance.now() + REMEMBERED_MS, audience })
    // A look-up for which there was no room says nothing about the topic.
    audience.catch(
      (error: unknown) => (error instanceof AppError && error.kind === 'not-found') || this.#remembered.delete(name),
    )
  }
}
