const ANSWERS: Readonly<Record<string, string>> = {
  subscribed: 'subscribe',
  unsubscribed: 'unsubscribe',
  pong: 'ping',
}

/** Commands are answered in their order. */
export function commandOf({ event, channel, symbol, chanId }: Readonly<Record<string, unknown>>): unknown {
  if (typeof event !== 'string') return undefined
  return [ANSWERS[event] ?? event, channel, symbol, chanId === undefined || event === 'subscribed' ? '' : chanId].join()
}
