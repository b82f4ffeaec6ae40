import { readFileSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { Outbound } from './outbound.ts'

/** With the networks and certificates that the operator has listed; `more`: networks for this purpose alone. */
export function openOutbound(
  { outbound: { networks, caFile } }: Pick<Config, 'outbound'>,
  more: readonly string[] = [],
): Outbound {
  const ca = caFile === null ? undefined : readFileSync(caFile, 'utf8')
  return new Outbound({ networks: [...networks, ...more], ca })
}
