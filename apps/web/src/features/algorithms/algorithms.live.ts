import type { LiveEvents } from '../../realtime/live.ts'
import { putVersionCheck } from './put-version-check.ts'

export const live: LiveEvents = { 'version-check': (change, client) => putVersionCheck(client, change) }
