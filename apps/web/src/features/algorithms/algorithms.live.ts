import type { LiveEvents } from '../../realtime/live.ts'
import { putVersionCheck } from './put-version-check.ts'

export const live: LiveEvents = {
  'version-check': (change, client) => putVersionCheck(client, change),
  'algorithm-changed': ({ id }, client) => {
    void client.invalidateQueries({ queryKey: ['algorithms'] })
    void client.invalidateQueries({ queryKey: ['algorithm', id] })
    void client.invalidateQueries({ queryKey: ['versions', id] })
  },
  'algorithm-deleted': ({ id }, client) => {
    void client.invalidateQueries({ queryKey: ['algorithms'] })
    // A page that shows it finds out and leads back to the list.
    void client.invalidateQueries({ queryKey: ['algorithm', id] })
  },
  'version-saved': ({ algorithmId }, client) => {
    void client.invalidateQueries({ queryKey: ['algorithms'] })
    void client.invalidateQueries({ queryKey: ['algorithm', algorithmId] })
    void client.invalidateQueries({ queryKey: ['versions', algorithmId] })
  },
}
