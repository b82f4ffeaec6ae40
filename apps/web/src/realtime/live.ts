import type { ServerEvent } from '@tradeloom/contracts'
import { topics } from '@tradeloom/contracts'
import type { QueryClient } from '@tanstack/react-query'

type EventName = ServerEvent['event']
type DataOf<Event extends EventName> = Extract<ServerEvent, { event: Event }>['data']

/** What events about the signed-in user's data change in the caches and on the screen, by event name. */
export type LiveEvents = {
  readonly [Event in EventName]?: (data: DataOf<Event>, client: QueryClient, event: Event) => void
}

type Listener = (data: unknown, client: QueryClient, event: EventName) => void

/** Topics that every page of a signed-in user needs; others are subscribed to where they are shown. */
export const ALWAYS_TOPICS = Object.entries(topics).flatMap(([name, { scope }]) => (scope === 'always' ? [name] : []))

/** Calls the listeners of an event; without any, whatever is cached under the topic's name is fetched again. */
export function applyEvent(
  topic: string,
  { event, data }: ServerEvent,
  live: readonly LiveEvents[],
  client: QueryClient,
): void {
  const listeners = live.flatMap((one) => (one[event] as Listener | undefined) ?? [])
  for (const listener of listeners) listener(data, client, event)
  if (listeners.length === 0) void client.invalidateQueries({ queryKey: event === 'missed' ? [] : [topic] })
}
