import { createHmac } from 'node:crypto'

/** Lowercase hex of the HMAC over exactly the bytes that are sent. */
export function signatureOf(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('hex')
}

/** Encoded before it is signed, as the venue demands. */
export function signedQuery(params: Readonly<Record<string, string>>, secret: string): string {
  const query = Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return `${query}&signature=${signatureOf(query, secret)}`
}
