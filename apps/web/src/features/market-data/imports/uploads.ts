import { currentUser } from '../../../entities/user/login.ts'
import { queryClient } from '../../../api/query-client.ts'
import { importsQuery } from '../../../entities/instruments/market-data-queries.ts'
import { toastSuccess } from '../../../ui/toast.ts'
import { uploadImport } from './upload.ts'
import { createUploadQueue } from './upload-queue.ts'

/** The uploads of the app; they continue while other pages are open. */
export const uploads = createUploadQueue({
  client: queryClient,
  upload: uploadImport,
  userId: () => currentUser()?.id ?? null,
  onDone: (started) => {
    // A short import may have ended before the answer to its upload.
    queryClient.setQueryData(importsQuery.queryKey, (known = []) =>
      known.some(({ id }) => id === started.id) ? known : [started, ...known],
    )
    void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })
    toastSuccess(`Import of ${started.instrumentId} started`)
  },
})

// Leaving would lose unsent files without a warning.
window.addEventListener('beforeunload', (event) => {
  if (uploads.isBusy()) event.preventDefault()
})
