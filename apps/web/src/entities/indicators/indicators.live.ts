import type { LiveEvents } from '../../realtime/live.ts'

export const live: LiveEvents = {
  'indicator-changed': ({ id }, client) => {
    void client.invalidateQueries({ queryKey: ['indicators'] })
    void client.invalidateQueries({ queryKey: ['indicator', id] })
    void client.invalidateQueries({ queryKey: ['indicator-uses', id] })
    void client.invalidateQueries({ queryKey: ['carried-indicators'] })
  },
  // The page of a deleted indicator keeps its text, which may have unsaved changes.
  'indicator-deleted': (_, client) => {
    void client.invalidateQueries({ queryKey: ['indicators'] })
    void client.invalidateQueries({ queryKey: ['carried-indicators'] })
  },
}
