import { readFileSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { Outbound } from './outbound.ts'

/** With the networks and certificates that the operator has listed. */
export function openOutbound({ outbound: { networks, caFile } }: Pick<Config, 'outbound'>): Outbound {
  return new Outbound({ networks, ca: caFile === null ? undefined : readFileSync(caFile, 'utf8') })
}
