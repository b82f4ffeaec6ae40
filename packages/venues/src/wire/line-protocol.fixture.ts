import type { StreamProtocol } from './stream-protocol.ts'

/** Of an invented venue: words with spaces between them. */
export const lineProtocol: StreamProtocol = {
  url: 'ws://venue',
  pace: { sendMs: 250, lookMs: 5_000, silenceMs: 12_000 },
  batch: 200,
  lifeMs: 23 * 3_600_000,
  subscribe: (id, streams) => ['subscribe', id, ...streams].join(' '),
  unsubscribe: (id, streams) => ['unsubscribe', id, ...streams].join(' '),
  list: (id) => `list ${id}`,
  read: (text) => {
    const [kind, ...words] = text.split(' ')
    const id = Number(words[0])
    if (kind === 'data') return { kind, stream: words[0] ?? '', data: { number: Number(words[1]) } }
    if (kind === 'done') return { kind, id, streams: words.slice(1) }
    if (kind === 'refused') return { kind, id }
    return kind === 'ending' ? { kind } : null
  },
  numbersOf: (data) => {
    const { number } = data as { number: number }
    return { first: number, last: number }
  },
}
