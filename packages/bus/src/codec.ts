import type { Payload } from './bus.ts'

/** The limit of a NATS server with default settings is 1,048,576 bytes including headers. */
export const MAX_MESSAGE_BYTES = 1_000_000

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function encode(payload: Payload): Uint8Array {
  const bytes = encoder.encode(JSON.stringify(payload ?? null))
  if (bytes.length > MAX_MESSAGE_BYTES) {
    throw new RangeError(`A message of ${bytes.length} bytes exceeds the limit of ${MAX_MESSAGE_BYTES}`)
  }
  return bytes
}

export function decode(bytes: Uint8Array): Payload {
  return JSON.parse(decoder.decode(bytes)) as Payload
}
