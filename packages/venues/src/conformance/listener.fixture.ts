import type { FeedState } from '@tradeloom/domain'
import type { DropReason, FeedMessage, FeedSink } from '../ports/market-feed.ts'

export interface Listener {
  readonly messages: readonly FeedMessage[]
  readonly states: readonly FeedState[]
  readonly dropped: readonly DropReason[]
  readonly sink: FeedSink
  of<Kind extends FeedMessage['kind']>(kind: Kind): readonly Extract<FeedMessage, { kind: Kind }>[]
}

/** Remembers all that it is told. */
export function listener(): Listener {
  const messages: FeedMessage[] = []
  const states: FeedState[] = []
  const dropped: DropReason[] = []
  return {
    messages,
    states,
    dropped,
    sink: {
      message: (message) => void messages.push(message),
      state: (state) => void states.push(state),
      dropped: (reason) => void dropped.push(reason),
    },
    of: (kind) =>
      messages.filter((message): message is Extract<FeedMessage, { kind: typeof kind }> => message.kind === kind),
  }
}
