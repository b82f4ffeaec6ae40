import { notifications } from '@mantine/notifications'

const CLOSE = { 'aria-label': 'Close message' }

/** Toasts are for results of what the user did and for runs that end, nothing else. */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000, closeButtonProps: CLOSE })
}

export function toastInfo(message: string): void {
  notifications.show({ message, color: 'brand', autoClose: 5000, closeButtonProps: CLOSE })
}

export function toastError(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 8000, closeButtonProps: CLOSE, role: 'alert' })
}
