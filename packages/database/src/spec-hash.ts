import { canonicalJson, hex } from '@tradeloom/trading'
import { sha256 } from './ledger/account-ledger.ts'

/** What a session was started with: a replay of anything else would be another session. */
export function specHash(spec: unknown, scriptHash: string): string {
  return hex(sha256(canonicalJson({ spec, script: scriptHash })))
}
