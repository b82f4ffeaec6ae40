import { ApiError } from '../../api/api-error.ts'
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
    // A page that shows it leads back to the list. Asking the server again would only report an error in the console.
    const gone = client.getQueryCache().find({ queryKey: ['algorithm', id] })
    gone?.setState({ status: 'error', error: new ApiError('This algorithm was deleted', 404, 'not-found') })
  },
  'version-saved': ({ algorithmId }, client) => {
    void client.invalidateQueries({ queryKey: ['algorithms'] })
    void client.invalidateQueries({ queryKey: ['algorithm', algorithmId] })
    void client.invalidateQueries({ queryKey: ['versions', algorithmId] })
    void client.invalidateQueries({ queryKey: ['indicator-uses'] })
  },
}
