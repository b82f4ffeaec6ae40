import type { IncomingMessage } from 'node:http'

/**
 * Whether a browser sent this from a page of another site. Programs send no Origin and are harmless: they carry no
 * cookies that another site could use.
 */
export function isForeign(headers: IncomingMessage['headers'], publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const { origin, host } = headers
  if (origin === undefined) return false
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return false
  try {
    return new URL(origin).host !== host
  } catch {
    // `null` from a sandboxed frame, or malformed.
    return true
  }
}
