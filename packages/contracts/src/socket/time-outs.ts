/** How long clients wait for the answer to a request, and what they show when none comes. */
export const TIME_OUTS = {
  'request-status': { ms: 3_000, text: 'Connection timeout on status request' },
  'subscribe-status': { ms: 3_000, text: 'Connection timeout on status request' },
  'request-account': { ms: 3_000, text: 'Connection timeout on account request' },
  'request-connected': { ms: 3_000, text: 'Connection timeout on connected request' },
  'request-price-snapshot': { ms: 10_000, text: 'Connection timeout on price snapshot request' },
  'request-cached-price': { ms: 10_000, text: 'Connection timeout on cached price request' },
  'request-log-connection': { ms: 6_000, text: 'Unable to fetch log - Connection timeout' },
  'request-log-account': { ms: 6_000, text: 'Unable to fetch log - Connection timeout' },
  'fetch-charts': { ms: 8_000, text: 'Connection timeout on charts request' },
  'fetch-log': { ms: 8_000, text: 'Unable to fetch log - Connection timeout' },
  'fetch-log-list': { ms: 8_000, text: 'Unable to fetch log - Connection timeout' },
  'tail-log': { ms: 8_000, text: 'Unable to fetch log - Connection timeout' },
} as const satisfies Readonly<Record<string, { readonly ms: number; readonly text: string }>>
