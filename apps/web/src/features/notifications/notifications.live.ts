import type { LiveEvents } from '../../realtime/live.ts'
import { UNREAD_KEY } from './unread-key.ts'

export const live: LiveEvents = {
  notifications: ({ unread }, client) => {
    client.setQueryData(UNREAD_KEY, unread)
    void client.invalidateQueries({ queryKey: ['notifications'] })
  },
}
