import type { BookUpdate, TopicEvent } from '@tradeloom/contracts'
import type { Topic } from '../../platform/realtime/topic.ts'
import type { FeedDemand } from './feed-demand.ts'
import type { LiveBooks } from './live-books.ts'

/** Two seconds of changes: who is slower gets the book itself. */
const STORED_CHANGES = 20

interface BookTopicDeps {
  readonly audience: string
  readonly admit: Topic['admit']
  readonly demand: FeedDemand
  readonly books: LiveBooks
}

/** The book as a refresh, and then each of its changes: a page counts them, and listens again when one is missing. */
export function bookTopic({ audience, admit, demand, books }: BookTopicDeps) {
  return {
    subject: 'book.*',
    stored: STORED_CHANGES,
    admit,
    snapshot: async (id) => {
      const data = books.newest(id)
      return data ? [{ key: 'refresh', event: { event: 'book', data } }] : []
    },
    changes: (message) => {
      const data = message as BookUpdate
      const { instrumentId: id, sequence } = data
      return [{ id, key: `book ${sequence}`, audience, event: { event: 'book', data }, isCoalesced: false }]
    },
    open: (id) => {
      const held = [demand.hold(id, 'book'), books.hold(id)]
      return { release: () => held.forEach((one) => one.release()) }
    },
  } as const satisfies Topic<TopicEvent<'book.{id}'>>
}
