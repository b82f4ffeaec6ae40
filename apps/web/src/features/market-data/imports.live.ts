import type { LiveEvents } from '../../realtime/live.ts'
import { putImport } from './put-import.ts'

export const live: LiveEvents = {
  import: (one, client) => putImport(one, client),
}
