import type { FaultWords } from '../../faults/faulty-answer.ts'

const NO_HEADERS = {}

/** How the venue words what goes wrong with requests. */
export const BITFINEX_WORDS: FaultWords = {
  limited: () => ({ status: 429, body: { error: 'ERR_RATE_LIMIT' }, headers: NO_HEADERS }),
  forbidden: () => ({
    status: 403,
    body: '<html><head><title>403 Forbidden</title></head></html>',
    headers: NO_HEADERS,
  }),
  unavailable: () => ({ status: 500, body: ['error', 20_060, 'maintenance'], headers: NO_HEADERS }),
  unknownFate: () => ({ status: 502, body: '<html><body>Bad gateway</body></html>', headers: NO_HEADERS }),
  // It does not notice that a name was used before.
  duplicate: (answer) => answer,
  chosen: (answer) => {
    const { status, code, msg } = answer ?? { status: 500, code: 10_000, msg: 'unknown error' }
    return { status, body: ['error', code, msg], headers: NO_HEADERS }
  },
}
