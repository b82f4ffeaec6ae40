import { notifications, notificationsStore } from '@mantine/notifications'
import { createElement } from 'react'
import { TextLines } from './text-lines.tsx'

interface Toast {
  readonly message: string
  readonly color: string
  readonly autoClose: number
  readonly role?: 'alert'
}

/** More would cover the page. */
export const MAX_TOASTS = 3

/** Ends what a new message leaves no room for: the oldest first, failures last. The library would let the new one wait. */
function makeRoom(): void {
  const { notifications: shown, queue } = notificationsStore.getState()
  const known = [...shown, ...queue].toSorted((a, b) => Number(a.role === 'alert') - Number(b.role === 'alert'))
  for (const { id = '' } of known.slice(0, Math.max(0, known.length + 1 - MAX_TOASTS))) notifications.hide(id)
}

/** A newer message about the same thing replaces the older one, so that toasts do not pile up. */
function show(toast: Toast, about: string | undefined): void {
  const message = toast.message.includes('<br') ? createElement(TextLines, { text: toast.message }) : toast.message
  const data = { ...toast, message, closeButtonProps: { 'aria-label': 'Close message' } }
  const { notifications: shown, queue } = notificationsStore.getState()
  if (about !== undefined && [...shown, ...queue].some(({ id }) => id === about)) {
    notifications.update({ ...data, id: about })
    return
  }
  makeRoom()
  notifications.show(about === undefined ? data : { ...data, id: about })
}

/** Toasts are only for results of user actions and for runs that end. `about` identifies what the message is about. */
export function toastSuccess(message: string, about?: string): void {
  show({ message, color: 'teal', autoClose: 4000 }, about)
}

export function toastInfo(message: string, about?: string): void {
  show({ message, color: 'brand', autoClose: 5000 }, about)
}

/** It worked, and something is wrong all the same. */
export function toastWarning(message: string, about?: string): void {
  show({ message, color: 'yellow', autoClose: 8000 }, about)
}

export function toastError(message: string, about?: string): void {
  show({ message, color: 'red', autoClose: 8000, role: 'alert' }, about)
}
