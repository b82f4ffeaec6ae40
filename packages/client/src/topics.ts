import type { Topics } from './api.generated.ts'

type TopicOf<Name extends string> = Name extends `${infer Word}.{id}` ? `${Word}.${string}` : Name

/** What can be subscribed to, such as `backtests`, or `backtest.` with an id. */
export type Topic = TopicOf<keyof Topics>

/** An event of a topic. `missed`: changes may have been lost, so that everything shown is out of date. */
export type TopicEvent<Name extends Topic = Topic> =
  | { [Known in keyof Topics]: Name extends TopicOf<Known> ? Topics[Known] : never }[keyof Topics]
  | { event: 'missed'; data: null }
