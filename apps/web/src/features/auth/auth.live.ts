import type { LiveEvents } from '../../realtime/live.ts'
import { showExpired } from './auth-prompt.ts'

export const live: LiveEvents = { logout: () => showExpired() }
