import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import type { ReactElement } from 'react'
import { MAX_TOASTS } from './toast.ts'

/**
 * Shows the toasts, over the head of the page: further down they would cover what they are about, such as the position that
 * an order has opened or the problem that keeps a script from being saved, and on a phone the buttons that send.
 */
export function ToastsHost(): ReactElement {
  return <Notifications position="top-center" limit={MAX_TOASTS} />
}
