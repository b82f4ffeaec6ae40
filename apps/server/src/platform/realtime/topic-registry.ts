import { notFound } from '../errors/app-error.ts'
import type { Topic, Topics } from './topic.ts'

/** A topic with the id that a client named. */
export interface FoundTopic {
  readonly topic: Topic
  /** Empty for a topic without one. */
  readonly id: string
}

const WITH_ID = '.{id}'

/** Finds the topic that a name on the wire stands for. */
export class TopicRegistry {
  readonly #plain = new Map<string, Topic>()
  readonly #withId = new Map<string, Topic>()

  constructor(topics: Iterable<readonly [name: string, topic: Topic]>) {
    for (const [name, topic] of topics) {
      const isWithId = name.endsWith(WITH_ID)
      const known = isWithId ? this.#withId : this.#plain
      const word = isWithId ? name.slice(0, -WITH_ID.length) : name
      if (known.has(word)) throw new Error(`Two features have the topic ${name}`)
      known.set(word, topic)
    }
  }

  all(): readonly (readonly [word: string, topic: Topic])[] {
    return [...this.#plain, ...this.#withId]
  }

  /** Throws for a name that no topic has. The id begins after the first dot and may hold further ones. */
  find(name: string): FoundTopic {
    const dot = name.indexOf('.')
    const topic = dot === -1 ? this.#plain.get(name) : this.#withId.get(name.slice(0, dot))
    const id = dot === -1 ? '' : name.slice(dot + 1)
    if (!topic || (dot !== -1 && topic.id?.safeParse(id).data !== id)) throw notFound('Topic')
    return { topic, id }
  }
}

/** All topics of all features, by name. */
export function topicsOf(features: readonly { readonly topics?: Topics }[]): [string, Topic][] {
  return features.flatMap(({ topics }) => Object.entries(topics ?? {}))
}
