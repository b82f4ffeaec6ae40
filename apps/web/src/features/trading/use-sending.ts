import { useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { NoAnswer } from './send-order.ts'
import { newTicketKey } from './ticket-key.ts'

const SLOW = 'The server has not answered yet. Asking again: the same order is never placed twice'

/** Sends an order under a key of its own, which it keeps until the server has answered. */
export function useSending() {
  const key = useRef('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [isUnanswered, setUnanswered] = useState(false)
  const send = async (place: (key: string, onSlow: () => void) => Promise<void>): Promise<boolean> => {
    if (key.current === '') key.current = newTicketKey()
    setSending(true)
    setFailure(null)
    try {
      await place(key.current, () => setFailure(SLOW))
      forget()
      return true
    } catch (error) {
      // The server answers a repeated key as before: a refused order is tried with another one.
      if (error instanceof NoAnswer) setUnanswered(true)
      else forget()
      setFailure(errorText(error))
      return false
    } finally {
      setSending(false)
    }
  }
  /** It has become another order. */
  const forget = (): void => {
    key.current = ''
    setUnanswered(false)
    setFailure(null)
  }
  return {
    send,
    forget,
    failure,
    setFailure,
    isSending,
    /** Whether the order may have been placed already, as it was sent. */
    isUnanswered,
  }
}
