import { ApiError } from '../../api/api-error.ts'
import { toastInfo } from '../../ui/toast.ts'

/** The server waits 20 s before it says so. */
const FETCHING = 'series-fetching'
const MAX_TIMES = 30

/** Sends a run; while a dataset that its script reads is being fetched, says so and sends it again. */
export async function sendWhenFetched<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  for (let times = 1; ; times++) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== FETCHING || times === MAX_TIMES) throw error
      toastInfo('The run waits for a dataset that is being fetched', FETCHING)
    }
  }
}
