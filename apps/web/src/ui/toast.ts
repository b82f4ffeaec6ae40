import { notifications, notificationsStore } from '@mantine/notifications'

interface Toast {
  readonly message: string
  readonly color: string
  readonly autoClose: number
  readonly role?: 'alert'
}

/** A newer message about the same thing replaces the older one, so that toasts do not pile up. */
function show(toast: Toast, about: string | undefined): void {
  const data = { ...toast, closeButtonProps: { 'aria-label': 'Close message' } }
  if (about === undefined) {
    notifications.show(data)
    return
  }
  const { notifications: shown, queue } = notificationsStore.getState()
  const isKnown = [...shown, ...queue].some(({ id }) => id === about)
  if (isKnown) notifications.update({ ...data, id: about })
  else notifications.show({ ...data, id: about })
}

/** Toasts are only for results of user actions and for runs that end. `about` identifies what the message is about. */
export function toastSuccess(message: string, about?: string): void {
  show({ message, color: 'teal', autoClose: 4000 }, about)
}

export function toastInfo(message: string, about?: string): void {
  show({ message, color: 'brand', autoClose: 5000 }, about)
}

export function toastError(message: string, about?: string): void {
  show({ message, color: 'red', autoClose: 8000, role: 'alert' }, about)
}
