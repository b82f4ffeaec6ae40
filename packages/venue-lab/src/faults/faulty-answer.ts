import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from './fault.ts'
import { withUnknown } from './with-unknown.ts'

const MAX_BODY_BYTES = 1024 * 1024
const OVERSIZED_BYTES = 4 * 1024 * 1024
const CUT_BYTES = 20
const LATE_MS = 500
/** How long a 429 or 418 lasts. */
export const REFUSAL_MS = 1000

/** What a REST request is answered with. */
export interface Answer {
  readonly status: number
  /** Text is sent as it is. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** How a venue words what goes wrong with a request. */
export interface FaultWords {
  /** Too many requests, for that long. */
  limited(status: 418 | 429, ms: number): Answer
  forbidden(): Answer
  /** Nothing was done. */
  unavailable(): Answer
  /** It does not say whether something was done. */
  unknownFate(): Answer
  /** There is an order of that name. */
  duplicate(answer: Answer): Answer
  chosen(answer: Fault['answer']): Answer
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Calls `run` when that much lab time has passed. */
  later(ms: number, run: () => void): void
}

/** Answers a request by performing it, or as a fault has it. */
export function answerFaultily(
  fault: Fault | null,
  words: FaultWords,
  exchange: Exchange,
  perform: () => Answer,
): void {
  const { request, response, later } = exchange
  if (fault === null) return sendAnswer(response, perform())
  const refusal = refusalBy(fault, words)
  if (refusal !== null) return sendAnswer(response, refusal)
  if (fault.do === 'stall' || fault.do === 'halfOpen') return
  if (fault.do === 'drop' || fault.do === 'close') return void request.socket.destroy()
  if (fault.do === 'lateRequest') return later(fault.ms ?? LATE_MS, () => sendAnswer(response, perform()))
  spoil(fault, perform(), words, exchange)
}

/** Answers to requests that are not performed. */
function refusalBy(fault: Fault, words: FaultWords): Answer | null {
  switch (fault.do) {
    case '429':
      return words.limited(429, fault.ms ?? REFUSAL_MS)
    case '418':
      return words.limited(418, fault.ms ?? REFUSAL_MS)
    case '403':
      return words.forbidden()
    case 'refuse':
      return words.chosen(fault.answer)
    case '503':
      return words.unavailable()
    default:
      return null
  }
}

/** What happens to the answer of a request that was performed. */
function spoil(fault: Fault, answer: Answer, words: FaultWords, { request, response, later }: Exchange): void {
  switch (fault.do) {
    case 'lostAck':
      return void request.socket.destroy()
    case 'delay':
      return later(fault.ms ?? LATE_MS, () => sendAnswer(response, answer))
    case 'unknown503':
      return sendAnswer(response, words.unknownFate())
    case 'misreport':
      return sendAnswer(response, words.chosen(fault.answer))
    case 'duplicateId':
      return sendAnswer(response, words.duplicate(answer))
    case 'garbage':
      return sendAnswer(response, { ...answer, body: `${JSON.stringify(answer.body).slice(0, CUT_BYTES)}\uFFFD` })
    case 'oversized':
      return sendAnswer(response, { ...answer, body: { padding: 'x'.repeat(fault.bytes ?? OVERSIZED_BYTES) } })
    case 'unknownFields':
      return sendAnswer(response, { ...answer, body: withUnknown(answer.body) })
    case 'cut': {
      const text = JSON.stringify(answer.body)
      response.writeHead(answer.status, { 'content-length': Buffer.byteLength(text) })
      return void response.write(text.slice(0, fault.bytes ?? CUT_BYTES), () => request.socket.destroy())
    }
    default:
      return sendAnswer(response, answer)
  }
}

function sendAnswer(response: ServerResponse, { status, body, headers }: Answer): void {
  if (response.destroyed) return
  const isText = typeof body === 'string'
  response
    .writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json;charset=UTF-8', ...headers })
    .end(isText ? body : JSON.stringify(body))
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Error('The body of a request is larger than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
