import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import type { ReactElement } from 'react'

/** Shows the toasts. */
export function ToastsHost(): ReactElement {
  return <Notifications position="bottom-right" limit={4} />
}
