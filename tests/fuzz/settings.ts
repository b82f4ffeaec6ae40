import { resolve } from 'node:path'

/** One machine sends all requests, so limits per address would hide everything else. */
export const forgiving = { TRADELOOM_REQUESTS_PER_MINUTE: '1000000000', PORT: '0' }

export function serverPaths(dataDir: string): string[] {
  return [dataDir, resolve(import.meta.dirname, '..', '..'), 'node_modules', '/tmp/']
}
