import { currentUser } from '../../auth/login.ts'
import { queryClient } from '../../../api/query-client.ts'
import { importsQuery } from '../market-data-queries.ts'
import { toastSuccess } from '../../../ui/toast.ts'
import { uploadImport } from './upload.ts'
import { createUploadQueue } from './upload-queue.ts'

/** The page's uploads; they go on while other pages are looked at. */
export const uploads = createUploadQueue({
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

// Files of which the server has not everything yet would be lost without a word.
window.addEventListener('beforeunload', (event) => {
  if (uploads.isBusy()) event.preventDefault()
})
