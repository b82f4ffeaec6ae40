import type { LiveEvents } from '../../realtime/live.ts'

export const live: LiveEvents = {
  'indicator-changed': ({ id }, client) => {
    void client.invalidateQueries({ queryKey: ['indicators'] })
    void client.invalidateQueries({ queryKey: ['indicator', id] })
  },
  // The page of a deleted indicator keeps its text, which may have unsaved changes.
  'indicator-deleted': (_, client) => void client.invalidateQueries({ queryKey: ['indicators'] }),
}
