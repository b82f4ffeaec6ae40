import { useState } from 'react'
import { errorText } from '../api/api-error.ts'

interface Sending {
  readonly isBusy: boolean
  /** Of the last attempt; null while there is none. */
  readonly error: string | null
  readonly send: (work: () => Promise<void>) => Promise<void>
}

/** What a button or a form sends to the server, and why it could not. `isDismissal`: the user did not want it after all. */
export function useSending(isDismissal: (error: unknown) => boolean = () => false): Sending {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      if (!isDismissal(failure)) setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, send }
}
