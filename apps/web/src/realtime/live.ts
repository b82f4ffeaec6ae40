import type { ServerEvent, TopicName } from '@tradeloom/contracts'
import { topics } from '@tradeloom/contracts'
import type { QueryClient } from '@tanstack/react-query'

type EventName = ServerEvent['event']
type DataOf<Event extends EventName> = Extract<ServerEvent, { event: Event }>['data']

/** What events about the signed-in user's data change in the caches and on the screen, by event name. */
export type LiveEvents = {
  readonly [Event in EventName]?: (data: DataOf<Event>, client: QueryClient, event: Event) => void
}

/** Topics of everything that a user owns: those without an id. */
export const OWN_TOPICS = Object.keys(topics).filter((name) => !name.endsWith('.{id}')) as readonly Exclude<
  TopicName,
  `${string}.{id}`
>[]

/** Calls the listener of an event; without one, whatever is cached under the topic's name is fetched again. */
export function applyEvent(topic: string, { event, data }: ServerEvent, live: LiveEvents, client: QueryClient): void {
  const listener = live[event] as ((data: unknown, client: QueryClient, event: EventName) => void) | undefined
  if (listener !== undefined) listener(data, client, event)
  else void client.invalidateQueries({ queryKey: event === 'missed' ? [] : [topic] })
}
