import { useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { NoAnswer } from '../../../entities/orders/send-order.ts'
import { newTicketKey } from '../../../entities/orders/ticket-key.ts'

const SLOW = 'The server has not answered yet. Asking again: the same order is never placed twice'

type Place = (key: string, onSlow: () => void) => Promise<void>

/** Sends an order under a key of its own, which it keeps until the server has answered. */
export function useSending() {
  const key = useRef('')
  /** Until the server has answered, the same order goes again, and not one with levels of another price. */
  const asked = useRef<Place>(async () => {})
  /** An order that may have been placed was given up for another one. */
  const isGivenUp = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [isUnanswered, setUnanswered] = useState(false)
  const send = async (place: Place): Promise<boolean> => {
    if (key.current === '') {
      key.current = newTicketKey()
      asked.current = place
    }
    setSending(true)
    setFailure(null)
    try {
      await asked.current(key.current, () => setFailure(SLOW))
      settle()
      return true
    } catch (error) {
      // The server answers a repeated key as before: a refused order is tried with another one.
      if (error instanceof NoAnswer) setUnanswered(true)
      else settle()
      setFailure(errorText(error))
      return false
    } finally {
      setSending(false)
    }
  }
  const settle = (): void => {
    key.current = ''
    setUnanswered(false)
    setFailure(null)
  }
  /** It has become another order. */
  const forget = (): void => {
    if (isUnanswered) isGivenUp.current = true
    settle()
  }
  /** Asks before an order follows one of which nobody knows whether it was placed; true at once after others. */
  const confirmAnother = async (): Promise<boolean> => {
    if (!isGivenUp.current) return true
    const isConfirmed = await askToConfirm({
      title: 'Another order?',
      text: 'The server has not answered the order before this one, which may have been placed. Check your orders and positions first.',
      confirm: 'Send another order',
      cancel: 'Back',
    })
    if (isConfirmed) isGivenUp.current = false
    return isConfirmed
  }
  return {
    send,
    forget,
    confirmAnother,
    failure,
    setFailure,
    isSending,
    /** Whether the order may have been placed already, as it was sent. */
    isUnanswered,
  }
}
