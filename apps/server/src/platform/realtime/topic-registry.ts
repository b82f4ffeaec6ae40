import { type ApiScope, type TopicName, topics as contracts } from '@tradeloom/contracts'
import type { z } from 'zod'
import { notFound } from '../errors/app-error.ts'
import type { Topic, Topics } from './topic.ts'

/** A topic with the id that a client named. */
export interface FoundTopic {
  readonly topic: Topic
  /** Empty for topics without an id. */
  readonly id: string
  /** What the key of a program must include. */
  readonly key: ApiScope
}

/** A topic with its name in the contract, and the pattern of ids if the name ends in `.{id}`. */
export interface NamedTopic {
  readonly name: string
  readonly topic: Topic
  readonly key: ApiScope
  readonly id?: z.ZodType<string> | undefined
}

const WITH_ID = '.{id}'

/** Finds topics by their names on the wire. */
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

  /** Throws for an unknown name. The id starts after the first dot and may contain more dots. */
  find(name: string): FoundTopic {
    const dot = name.indexOf('.')
    const named = dot === -1 ? this.#plain.get(name) : this.#withId.get(name.slice(0, dot))
    const id = dot === -1 ? '' : name.slice(dot + 1)
    if (!named || (dot !== -1 && named.id?.safeParse(id).data !== id)) throw notFound('Topic')
    return { topic: named.topic, id, key: named.key }
  }
}

/** All topics of all features, with the id patterns of the contract. */
export function topicsOf(features: readonly { readonly topics?: Topics }[]): NamedTopic[] {
  return features.flatMap(({ topics }) =>
    Object.entries(topics ?? {}).map(([name, topic]) => {
      const { key, id }: { key: ApiScope; id?: z.ZodType<string> } = contracts[name as TopicName]
      return { name, topic, key, id }
    }),
  )
}
