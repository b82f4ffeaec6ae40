import type { Drizzle } from '@tradeloom/database'
import { RequestProcess } from '../platform/processes/request-process.ts'
import { MasterKey, type MasterKeyPlace } from '../platform/secrets/master-key.ts'
import { keys } from '../processes/keys/keys.process.ts'

/** As the server has it: a child of its own reads the key. */
export function openMasterKey(db: Drizzle, path: string, place: Partial<MasterKeyPlace> = {}): MasterKey {
  return new MasterKey(db, { path, isProvided: false, ...place }, new RequestProcess(keys).ask)
}
