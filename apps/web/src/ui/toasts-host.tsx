import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import type { ReactElement } from 'react'
import { MAX_TOASTS } from './toast.ts'
import { useIsNarrow } from './use-is-narrow.ts'

/** Shows the toasts. At the lower edge of a phone they would cover the buttons that send. */
export function ToastsHost(): ReactElement {
  return <Notifications position={useIsNarrow() ? 'top-center' : 'bottom-right'} limit={MAX_TOASTS} />
}
