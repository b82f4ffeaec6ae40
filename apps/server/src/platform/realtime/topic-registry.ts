import { topics as contracts } from '@tradeloom/contracts'
import type { z } from 'zod'
import { notFound } from '../errors/app-error.ts'
import type { Topic, Topics } from './topic.ts'

/** A topic with the id that a client named. */
export interface FoundTopic {
  readonly topic: Topic
  /** Empty for a topic without one. */
  readonly id: string
}

/** A topic by its name in the contract, with the shape of the ids of a name that ends in `.{id}`. */
export interface NamedTopic {
  readonly name: string
  readonly topic: Topic
  readonly id?: z.ZodType<string> | undefined
}

const WITH_ID = '.{id}'

/** Finds the topic that a name on the wire stands for. */
export class TopicRegistry {
  readonly #plain = new Map<string, NamedTopic>()
  readonly #withId = new Map<string, NamedTopic>()

  constructor(topics: Iterable<NamedTopic>) {
    for (const named of topics) {
      const isWithId = named.name.endsWith(WITH_ID)
      const known = isWithId ? this.#withId : this.#plain
      const word = isWithId ? named.name.slice(0, -WITH_ID.length) : named.name
      if (known.has(word)) throw new Error(`Two features have the topic ${named.name}`)
      known.set(word, named)
    }
  }

  all(): readonly (readonly [word: string, topic: Topic])[] {
    return [...this.#plain, ...this.#withId].map(([word, { topic }]) => [word, topic])
  }

  /** Throws for a name that no topic has. The id begins after the first dot and may hold further ones. */
  find(name: string): FoundTopic {
    const dot = name.indexOf('.')
    const named = dot === -1 ? this.#plain.get(name) : this.#withId.get(name.slice(0, dot))
    const id = dot === -1 ? '' : name.slice(dot + 1)
    if (!named || (dot !== -1 && named.id?.safeParse(id).data !== id)) throw notFound('Topic')
    return { topic: named.topic, id }
  }
}

/** All topics of all features, with the ids that the contract gives them. */
export function topicsOf(features: readonly { readonly topics?: Topics }[]): NamedTopic[] {
  const ids = contracts as Readonly<Record<string, { readonly id?: z.ZodType<string> }>>
  return features.flatMap(({ topics }) =>
    Object.entries(topics ?? {}).map(([name, topic]) => ({ name, topic, id: ids[name]?.id })),
  )
}
