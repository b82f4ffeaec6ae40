import type { Config } from '../../config.ts'
import { isLoopbackHost } from './is-loopback-host.ts'

export interface KillAddress {
  readonly port: number
  /** Where pages on this machine reach it past the server; null: browsers are elsewhere, or may be. */
  readonly url: string | null
  /** Those pages. */
  readonly origins: readonly string[]
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Where the guardian takes requests of pages itself; null: nowhere. `served`: where the server is. */
export function killAddress(
  { killPort: port, publicUrl, host }: Pick<Config, 'killPort' | 'publicUrl' | 'host'>,
  served: string,
): KillAddress | null {
  if (port === null) return null
  const { hostname, origin, port: at } = new URL(publicUrl ?? served)
  const isHere = LOOPBACK.has(hostname) && (publicUrl !== undefined || isLoopbackHost(host))
  if (!isHere) return { port, url: null, origins: [] }
  const names = [...LOOPBACK].map((name) => `http://${name}${at === '' ? '' : `:${at}`}`)
  return { port, url: `http://127.0.0.1:${port}`, origins: publicUrl === undefined ? names : [origin] }
}
