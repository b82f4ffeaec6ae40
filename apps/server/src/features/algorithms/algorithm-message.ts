import type { Bus } from '@tradeloom/bus'
import type { TopicEvent } from '@tradeloom/contracts'

/** Message on `algorithm.changed.<user>`, for the owner of the algorithm. */
export interface AlgorithmMessage {
  readonly userId: string
  readonly event: TopicEvent<'algorithms'>
}

export type PublishAlgorithm = (userId: string, event: AlgorithmMessage['event']) => void

export function publishTo(bus: Bus): PublishAlgorithm {
  return (userId, event) => bus.publish(`algorithm.changed.${userId}`, { userId, event } satisfies AlgorithmMessage)
}
