import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import type { ReactElement } from 'react'
import { MAX_TOASTS } from './toast.ts'

/** Shows the toasts. */
export function ToastsHost(): ReactElement {
  return <Notifications position="bottom-right" limit={MAX_TOASTS} />
}
