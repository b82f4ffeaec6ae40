import { currentUser } from '../../auth/login.ts'
import { queryClient } from '../../../api/query-client.ts'
import { importsQuery } from '../market-data-queries.ts'
import { toastSuccess } from '../../../ui/toast.ts'
import { uploadImport } from './upload.ts'
import { createUploadQueue } from './upload-queue.ts'

/** The uploads of the app; they continue while other pages are open. */
export const uploads = createUploadQueue({
  client: queryClient,
  upload: uploadImport,
  userId: () => currentUser()?.id ?? null,
  onDone: (started) => {
    queryClient.setQueryData(importsQuery.queryKey, (known) => [
      started,
      ...(known ?? []).filter(({ id }) => id !== started.id),
    ])
    void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })
    toastSuccess(`Import of ${started.instrumentId} started`)
  },
})

// Leaving would lose unsent files without a warning.
window.addEventListener('beforeunload', (event) => {
  if (uploads.isBusy()) event.preventDefault()
})
